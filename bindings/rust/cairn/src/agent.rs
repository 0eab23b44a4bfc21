//! Agents.

use std::ptr;

use cairn_sys as c;

use crate::inside::{check_of, check_with, make_options, size_of, Cell, Result, NO_DETAIL};
use crate::{Algorithm, BusyPolicy, Choice, GoalPolicy, LivingMap, Map, Place, Planner, StepKind, StrandedPolicy};

/// How an agent is made.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct AgentSettings {
    pub algorithm: Algorithm,
    pub max_work: u32,
    pub busy: BusyPolicy,
    pub goal_policy: GoalPolicy,
    pub stranded_policy: StrandedPolicy,
    pub options: Vec<(Choice, u64)>,
}

impl Default for AgentSettings {
    fn default() -> AgentSettings {
        AgentSettings {
            algorithm: Algorithm::Auto,
            max_work: 0,
            busy: BusyPolicy::Wait,
            goal_policy: GoalPolicy::Exact,
            stranded_policy: StrandedPolicy::Stay,
            options: Vec::new(),
        }
    }
}

/// What a step did, where the agent is now, and the units of work that were spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Step {
    pub kind: StepKind,
    pub cell: Cell,
    pub units: u64,
}

/// What an agent did since its start; include/cairn/agent.h says it field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct AgentStats {
    pub selections: u32,
    pub failures: u32,
    pub cost: u64,
    pub moves: u64,
    pub diagonal: u64,
    pub learned: u64,
    pub open_closed: u64,
    pub memory_states: u64,
    pub memory_bytes: u64,
    pub raises: u64,
}

/// One agent, moved one cell a step.
pub struct Agent<P: Place = Map> {
    raw: *mut c::cairn_agent,
    _map: P,
    db: Option<P::Db>,
    _planner: Option<Planner<P>>,
}

// SAFETY: an agent belongs to one thread at a time; its map and database may be shared. An agent of a
// `Map` has no planner.
unsafe impl Send for Agent<Map> {}

impl<P: Place> Drop for Agent<P> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the agent.
        unsafe { c::cairn_agent_destroy(self.raw) }
    }
}

impl Agent<LivingMap> {
    /// Makes an agent that goes around what is in the way by a planner of the same map.
    pub fn with_planner(
        map: &LivingMap,
        db: Option<&crate::LivingDb>,
        settings: &AgentSettings,
        planner: &Planner<LivingMap>,
    ) -> Result<Agent<LivingMap>> {
        Agent::make(map, db, settings, Some(planner.share()))
    }
}

impl<P: Place> Agent<P> {
    /// Makes an agent. Some algorithms need no database.
    pub fn new(map: &P, db: Option<&P::Db>, settings: &AgentSettings) -> Result<Agent<P>> {
        Agent::make(map, db, settings, None)
    }

    fn make(
        map: &P,
        db: Option<&P::Db>,
        settings: &AgentSettings,
        planner: Option<Planner<P>>,
    ) -> Result<Agent<P>> {
        let mut detail = NO_DETAIL;
        let options = make_options(&settings.options);
        let def = c::cairn_agent_def {
            size: size_of::<c::cairn_agent_def>(),
            algorithm: settings.algorithm as u32,
            max_work: settings.max_work,
            busy: settings.busy as u32,
            goal_policy: settings.goal_policy as u32,
            stranded_policy: settings.stranded_policy as u32,
            option_count: options.len() as u32,
            options: options.as_ptr(),
            fragments: ptr::null(),
            landmarks: ptr::null(),
            planner: planner.as_ref().map_or(ptr::null_mut(), |one| one.get_raw()),
            allocator: ptr::null(),
            detail: &mut detail,
        };
        let by = db.map_or(ptr::null(), |one| one.raw);
        let mut raw = ptr::null_mut();
        // SAFETY: map, database and planner are open, and are kept.
        check_with(unsafe { c::cairn_agent_create(map.raw, by, &def, &mut raw) }, &detail)?;
        Ok(Agent { raw, _map: map.clone(), db: db.cloned(), _planner: planner })
    }

    /// Sets a new problem.
    pub fn start(&mut self, from: Cell, to: Cell) -> Result<()> {
        // SAFETY: the agent is ours.
        unsafe { check_of(self.raw, c::cairn_agent_start(self.raw, from.0, to.0)) }
    }

    /// Moves one cell.
    pub fn step(&mut self) -> Result<Step> {
        let mut step = c::cairn_step { kind: 0, cell: 0, units: 0 };
        // SAFETY: the agent is ours.
        unsafe { check_of(self.raw, c::cairn_agent_step(self.raw, &mut step)) }?;
        let kind = match step.kind {
            c::CAIRN_STEP_MOVED => StepKind::Moved,
            other => StepKind::from_number(other).unwrap_or(StepKind::Waited),
        };
        Ok(Step { kind, cell: Cell(step.cell), units: step.units })
    }

    /// The steps up to the one that arrives, is stranded, cut off, or fails.
    pub fn steps(&mut self) -> Steps<'_, P> {
        Steps { agent: Some(self) }
    }

    /// Where the agent is.
    pub fn cell(&self) -> Cell {
        // SAFETY: the agent is ours.
        Cell(unsafe { c::cairn_agent_get_cell(self.raw) })
    }

    /// Where it goes: with [`GoalPolicy::Nearest`] the cell that is really headed for.
    pub fn goal(&self) -> Cell {
        // SAFETY: the agent is ours.
        Cell(unsafe { c::cairn_agent_get_goal(self.raw) })
    }

    /// What the agent did since its start.
    pub fn stats(&self) -> AgentStats {
        let mut stats: c::cairn_agent_stats = unsafe { std::mem::zeroed() }; // numbers alone
        stats.size = size_of::<c::cairn_agent_stats>();
        // SAFETY: the agent is ours, and the size is set.
        unsafe { c::cairn_agent_get_stats(self.raw, &mut stats) };
        AgentStats {
            selections: stats.selections,
            failures: stats.failures,
            cost: stats.cost,
            moves: stats.moves,
            diagonal: stats.diagonal,
            learned: stats.learned,
            open_closed: stats.open_closed,
            memory_states: stats.memory_states,
            memory_bytes: stats.memory_bytes,
            raises: stats.raises,
        }
    }

    /// Forgets all learned values, and the problem.
    pub fn forget(&mut self) -> Result<()> {
        // SAFETY: the agent is ours.
        unsafe { check_of(self.raw, c::cairn_agent_forget(self.raw)) }
    }

    /// Gives the agent another database: that of [`crate::Repair::swap`].
    pub fn set_db(&mut self, db: &P::Db) -> Result<()> {
        let mut detail = NO_DETAIL;
        // SAFETY: the database is open, and is kept in place of the old one.
        check_with(unsafe { c::cairn_agent_set_db(self.raw, db.raw, &mut detail) }, &detail)?;
        self.db = Some(db.clone());
        Ok(())
    }
}

/// The steps of an agent.
pub struct Steps<'a, P: Place> {
    agent: Option<&'a mut Agent<P>>,
}

impl<P: Place> Iterator for Steps<'_, P> {
    type Item = Result<Step>;
    fn next(&mut self) -> Option<Result<Step>> {
        let made = self.agent.as_mut()?.step();
        let ends = |kind| matches!(kind, StepKind::Arrived | StepKind::Stranded | StepKind::CutOff);
        if made.as_ref().map_or(true, |step| ends(step.kind)) {
            self.agent = None;
        }
        Some(made)
    }
}
