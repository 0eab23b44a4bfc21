//! Repairs.

use std::ptr;
use std::rc::{Rc, Weak};

use cairn_sys as c;

use crate::inside::{check_with, size_of, Error, Result, NO_DETAIL};
use crate::{DbView, LivingDb, LivingMap, RepairPhase, Status};

struct Core {
    raw: *mut c::cairn_repair,
    detail: *mut c::cairn_detail,
    map: LivingMap,
    _db: LivingDb,
}

impl Drop for Core {
    fn drop(&mut self) {
        // SAFETY: databases that were handed out keep this, so nothing uses the repair any more.
        unsafe {
            c::cairn_repair_destroy(self.raw);
            drop(Box::from_raw(self.detail));
        }
    }
}

/// A database that a repair owns.
pub(crate) struct Handed {
    pub(crate) view: DbView,
    _core: Rc<Core>,
}

/// How far a repair has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RepairInfo {
    pub phase: RepairPhase,
    pub units: u64,
    pub before: u64,
    pub version: u32,
    pub swaps: u32,
}

/// Builds databases for a changing map while the game goes on.
pub struct Repair {
    core: Rc<Core>,
    present: Weak<Handed>,
    before: Weak<Handed>,
}

impl Repair {
    /// Makes a repair; `changes` of 0 is the default.
    pub fn new(map: &LivingMap, db: &LivingDb, changes: u32) -> Result<Repair> {
        let detail = Box::into_raw(Box::new(NO_DETAIL));
        let def = c::cairn_repair_def {
            size: size_of::<c::cairn_repair_def>(),
            changes,
            allocator: ptr::null(),
            detail,
        };
        let mut core = Core { raw: ptr::null_mut(), detail, map: map.clone(), _db: db.clone() };
        // SAFETY: map and database are open, and are kept; so is the detail.
        let status = unsafe { c::cairn_repair_create(map.raw, db.raw, &def, &mut core.raw) };
        check_with(status, unsafe { &*core.detail })?;
        Ok(Repair { core: Rc::new(core), present: Weak::new(), before: Weak::new() })
    }

    fn check(&self, status: i32) -> Result<()> {
        // SAFETY: it lives as long as the repair, and no call is under way.
        check_with(status, unsafe { &*self.core.detail })
    }

    /// Looks at the map, and begins a rebuild if it is worth it.
    pub fn follow(&mut self) -> Result<()> {
        // SAFETY: the repair is ours, on the map's thread.
        self.check(unsafe { c::cairn_repair_follow(self.core.raw) })
    }

    /// Spends at most `units`, 0 for no limit. True if there is nothing more to do; and what was spent.
    pub fn run(&mut self, units: u64) -> Result<(bool, u64)> {
        let mut spent = 0;
        // SAFETY: as above.
        let status = unsafe { c::cairn_repair_run(self.core.raw, units, &mut spent) };
        if status == c::CAIRN_UNFINISHED {
            return Ok((false, spent));
        }
        self.check(status).map(|_| (true, spent))
    }

    /// How far it has come.
    pub fn info(&self) -> RepairInfo {
        let mut info: c::cairn_repair_info = unsafe { std::mem::zeroed() }; // numbers alone
        info.size = size_of::<c::cairn_repair_info>();
        // SAFETY: the repair is ours, and the size is set.
        unsafe { c::cairn_repair_get_info(self.core.raw, &mut info) };
        RepairInfo {
            phase: RepairPhase::from_number(info.phase).unwrap_or(RepairPhase::Idle),
            units: info.units,
            before: info.before,
            version: info.version,
            swaps: info.swaps,
        }
    }

    /// The new database, for all agents and planners. A swap closes the database of the swap before the last
    /// one, and is refused as long as an agent, a planner or a handle has that.
    pub fn swap(&mut self) -> Result<LivingDb> {
        if self.before.strong_count() > 0 {
            let text = "the database of the swap before the last is still in use";
            return Err(Error::new(Status::Argument, text));
        }
        self.core.map.get_changing()?;
        let mut raw = ptr::null();
        // SAFETY: nobody has the database that this closes, and nothing reads the map.
        self.check(unsafe { c::cairn_repair_swap(self.core.raw, &mut raw) })?;
        let handed = Rc::new(Handed { view: DbView { raw }, _core: self.core.clone() });
        self.before = std::mem::replace(&mut self.present, Rc::downgrade(&handed));
        Ok(LivingDb::from_repair(handed))
    }
}
