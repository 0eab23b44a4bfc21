//! Real-time pathfinding on very large game maps.
//!
//! ```
//! let cells = vec![1u8; 64 * 48]; // 1 is open
//! let map = cairn::Map::from_cells(64, 48, &cells, cairn::Corners::Strict)?;
//! let db = cairn::build(&map)?;
//! let mut agent = cairn::Agent::new(&map, Some(&db), &cairn::AgentSettings::default())?;
//! agent.start(cairn::Cell::new(2, 3), cairn::Cell::new(60, 5))?;
//! for step in agent.steps() {
//!     println!("{:?}", step?.cell);
//! }
//! # Ok::<(), cairn::Error>(())
//! ```
//!
//! A [`Map`] and a [`Db`] are handles that threads share. A [`LivingMap`] may be changed while agents walk; it
//! and all that is made with it stay on one thread. Objects keep open what they need.
#![warn(missing_docs)]

mod agent;
mod build;
mod crowd;
mod db;
mod inside;
mod map;
#[allow(missing_docs)]
mod numbers;
mod planner;
mod repair;
mod share;

pub use agent::{Agent, AgentSettings, AgentStats, Step, Steps};
pub use build::{build, Build, BuildReport, BuildSettings, Progress};
pub use crowd::{Crowd, CrowdFrame, CrowdInfo, CrowdSettings, Member, MemberInfo};
pub use db::{Db, DbInfo, DbView, LivingDb};
pub use inside::{Cell, Error, Result};
pub use map::{Change, Grid, LivingMap, Map, MapInfo, Place, Rect};
pub use numbers::*;
pub use planner::{Planner, PlannerSettings};
pub use repair::{Repair, RepairInfo};
pub use share::Piece;

/// The version of the library.
pub const VERSION: &str = cairn_sys::VERSION;
