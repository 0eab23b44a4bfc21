//! Crowds.

use std::{ptr, slice};

use cairn_sys as c;

use crate::inside::{check, check_of, check_with, collect, size_of, Cell, Error, Result, NO_DETAIL};
use crate::share::{share, Lending, Piece};
use crate::{GoalPolicy, LivingDb, LivingMap, Map, MemberState, Occupancy, Place, Planner, Status, StrandedPolicy};

/// A member of a crowd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Member(u32);

impl Member {
    /// Its place in the slices of its crowd.
    pub const fn index(self) -> usize {
        (self.0 & 0xfffff) as usize
    }
}

/// How a crowd is made; zeros are the defaults.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CrowdSettings {
    pub capacity: u32,
    pub max_work: u64,
    pub stays: bool,
    pub goal_policy: GoalPolicy,
    pub stranded_policy: StrandedPolicy,
    pub occupancy: Occupancy,
}

impl Default for CrowdSettings {
    fn default() -> CrowdSettings {
        CrowdSettings {
            capacity: 0,
            max_work: 0,
            stays: false,
            goal_policy: GoalPolicy::Exact,
            stranded_policy: StrandedPolicy::Stay,
            occupancy: Occupancy::Off,
        }
    }
}

/// What a frame did; include/cairn/crowd.h says it field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct CrowdFrame {
    pub frame: u32,
    pub moved: u32,
    pub arrived: u32,
    pub walking: u32,
    pub waiting: u32,
    pub pending: u32,
    pub longest_wait: u32,
    pub units: u64,
}

/// The properties of a crowd.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct CrowdInfo {
    pub capacity: u32,
    pub members: u32,
    pub used: u32,
    pub bytes: u64,
    pub hash: u64,
}

/// The properties of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct MemberInfo {
    pub state: MemberState,
    pub cell: Cell,
    pub goal: Cell,
}

/// Many agents that share one budget a frame.
pub struct Crowd<P: Place = Map> {
    raw: *mut c::cairn_crowd,
    map: P,
    db: P::Db,
    _planner: Option<Planner<P>>,
    lending: Lending,
}

// SAFETY: a crowd belongs to one thread at a time; its map and database may be shared. That of a `Map`
// has no planner, and nothing is lent between two calls.
unsafe impl Send for Crowd<Map> {}

impl<P: Place> Drop for Crowd<P> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the crowd.
        unsafe { c::cairn_crowd_destroy(self.raw) }
    }
}

impl Crowd<LivingMap> {
    /// Makes a crowd on a map that changes, by a planner that no agent shares.
    pub fn with_planner(
        map: &LivingMap,
        db: &LivingDb,
        settings: &CrowdSettings,
        planner: Planner<LivingMap>,
    ) -> Result<Crowd<LivingMap>> {
        if planner.is_shared() {
            return Err(Error::new(Status::Argument, "agents share the planner: a crowd needs one for it alone"));
        }
        Crowd::make(map, db, settings, Some(planner))
    }
}

impl Crowd<Map> {
    /// Makes a crowd.
    pub fn new(map: &Map, db: &crate::Db, settings: &CrowdSettings) -> Result<Crowd<Map>> {
        Crowd::make(map, db, settings, None)
    }
}

unsafe fn make_frame(crowd: *mut c::cairn_crowd) -> Result<CrowdFrame> {
    let mut frame: c::cairn_crowd_frame = std::mem::zeroed(); // numbers alone
    frame.size = size_of::<c::cairn_crowd_frame>();
    check_of(crowd, c::cairn_crowd_step(crowd, &mut frame))?;
    let c::cairn_crowd_frame { moved, arrived, walking, waiting, pending, longest_wait, units, .. } = frame;
    Ok(CrowdFrame { frame: frame.frame, moved, arrived, walking, waiting, pending, longest_wait, units })
}

impl<P: Place> Crowd<P> {
    fn make(map: &P, db: &P::Db, settings: &CrowdSettings, planner: Option<Planner<P>>) -> Result<Crowd<P>> {
        let mut detail = NO_DETAIL;
        let lending = Lending::new();
        let def = c::cairn_crowd_def {
            size: size_of::<c::cairn_crowd_def>(),
            capacity: settings.capacity,
            max_work: settings.max_work,
            stays: settings.stays as u32,
            goal_policy: settings.goal_policy as u32,
            stranded_policy: settings.stranded_policy as u32,
            occupancy: settings.occupancy as u32,
            planner: planner.as_ref().map_or(ptr::null_mut(), |one| one.get_raw()),
            share: Some(share),
            share_context: lending.get_context(),
            allocator: ptr::null(),
            detail: &mut detail,
        };
        let mut raw = ptr::null_mut();
        // SAFETY: map, database and planner are open, and are kept, as is what is lent.
        check_with(unsafe { c::cairn_crowd_create(map.raw, db.raw, &def, &mut raw) }, &detail)?;
        Ok(Crowd { raw, map: map.clone(), db: db.clone(), _planner: planner, lending })
    }

    /// Adds a member, which is idle, on an open cell.
    pub fn add(&mut self, cell: Cell) -> Result<Member> {
        let mut member = 0;
        // SAFETY: the crowd is ours; here and below any number may be given as a member or a cell.
        unsafe { check_of(self.raw, c::cairn_crowd_add(self.raw, cell.0, &mut member)) }?;
        Ok(Member(member))
    }

    /// Removes a member.
    pub fn remove(&mut self, member: Member) -> Result<()> {
        unsafe { check_of(self.raw, c::cairn_crowd_remove(self.raw, member.0)) }
    }

    /// Orders members to one goal. Nothing is ordered if it fails.
    pub fn order(&mut self, members: &[Member], goal: Cell) -> Result<()> {
        // SAFETY: a Member is a number of 32 bits.
        unsafe { check_of(self.raw, c::cairn_crowd_order(self.raw, members.as_ptr().cast(), members.len(), goal.0)) }
    }

    /// Takes a member's order back.
    pub fn halt(&mut self, member: Member) -> Result<()> {
        unsafe { check_of(self.raw, c::cairn_crowd_halt(self.raw, member.0)) }
    }

    /// Puts a member on another open cell; its order stays.
    pub fn push(&mut self, member: Member, cell: Cell) -> Result<()> {
        unsafe { check_of(self.raw, c::cairn_crowd_push(self.raw, member.0, cell.0)) }
    }

    /// A member's properties.
    pub fn member(&self, member: Member) -> Result<MemberInfo> {
        let size = size_of::<c::cairn_member_info>();
        let mut info = c::cairn_member_info { size, state: 0, cell: 0, goal: 0 };
        check(unsafe { c::cairn_crowd_get_member(self.raw, member.0, &mut info) })?;
        let state = MemberState::from_number(info.state).unwrap_or(MemberState::None);
        Ok(MemberInfo { state, cell: Cell(info.cell), goal: Cell(info.goal) })
    }

    /// Makes a frame: plans, and one move of each member that can move.
    pub fn step(&mut self) -> Result<CrowdFrame> {
        // SAFETY: the crowd is ours.
        unsafe { make_frame(self.raw) }
    }

    /// A frame as by [`step`](Crowd::step), with threads that the caller lends: `share` is called with a number of pieces and
    /// a function, which it calls so often, with the numbers from 0 on, on any threads. Nothing but time depends on it; pieces
    /// that it leaves out are made here. Its panic goes on when the frame is made.
    ///
    /// ```no_run
    /// # fn frame(crowd: &mut cairn::Crowd) -> cairn::Result<()> {
    /// crowd.step_shared(|count, piece| {
    ///     std::thread::scope(|threads| { // better: threads of your own, which are there already
    ///         for i in 0..count {
    ///             threads.spawn(move || piece(i));
    ///         }
    ///     })
    /// })?;
    /// # Ok(()) }
    /// ```
    pub fn step_shared(&mut self, mut share: impl FnMut(u32, &Piece<'_>)) -> Result<CrowdFrame> {
        let raw = self.raw;
        let _reading = self.map.read();
        // SAFETY: crowd and planner are ours; a LivingMap refuses to be changed meanwhile.
        self.lending.lend(&mut share, || unsafe { make_frame(raw) })
    }

    /// The properties of the crowd.
    pub fn info(&self) -> CrowdInfo {
        let mut info: c::cairn_crowd_info = unsafe { std::mem::zeroed() }; // numbers alone
        info.size = size_of::<c::cairn_crowd_info>();
        // SAFETY: the crowd is ours, and the size is set.
        unsafe { c::cairn_crowd_get_info(self.raw, &mut info) };
        let c::cairn_crowd_info { capacity, members, used, bytes, hash, .. } = info;
        CrowdInfo { capacity, members, used, bytes, hash }
    }

    /// The cells of all members, by index: the crowd's own memory.
    pub fn cells(&self) -> &[Cell] {
        // SAFETY: there are as many, they stay where they are, and change by calls with &mut self alone.
        unsafe { slice::from_raw_parts(c::cairn_crowd_get_cells(self.raw).cast(), self.get_used()) }
    }

    /// What all members do, as [`MemberState`], by index: the crowd's own memory.
    pub fn states(&self) -> &[u8] {
        // SAFETY: as above.
        unsafe { slice::from_raw_parts(c::cairn_crowd_get_states(self.raw), self.get_used()) }
    }

    /// Places of the slices, without the hash that info() takes.
    fn get_used(&self) -> usize {
        let mut info: c::cairn_crowd_info = unsafe { std::mem::zeroed() }; // numbers alone
        info.size = (ptr::addr_of!(info.hash) as usize - ptr::addr_of!(info) as usize) as u32;
        // SAFETY: the crowd is ours, and no more is filled in than the size says.
        unsafe { c::cairn_crowd_get_info(self.raw, &mut info) };
        info.used as usize
    }

    /// With [`Occupancy::Cells`]: the member on a cell.
    pub fn find(&self, cell: Cell) -> Option<Member> {
        let found = unsafe { c::cairn_crowd_find(self.raw, cell.0) };
        Some(Member(found)).filter(|_| found != 0)
    }

    /// With [`Occupancy::Cells`]: keeps a cell free for `frames` frames; 0 ends that.
    pub fn reserve(&mut self, cell: Cell, frames: u32) -> Result<()> {
        unsafe { check_of(self.raw, c::cairn_crowd_reserve(self.raw, cell.0, frames)) }
    }

    /// Gives the crowd another database: that of [`crate::Repair::swap`].
    pub fn set_db(&mut self, db: &P::Db) -> Result<()> {
        let mut detail = NO_DETAIL;
        // SAFETY: the database is open, and is kept in place of the old one.
        check_with(unsafe { c::cairn_crowd_set_db(self.raw, db.raw, &mut detail) }, &detail)?;
        self.db = db.clone();
        Ok(())
    }

    /// The whole state, for a saved game or for rolling back.
    pub fn save(&mut self) -> Result<Vec<u8>> {
        // SAFETY: there is as much room as is said.
        collect(4096, |room, block: *mut u8, bytes| unsafe {
            c::cairn_crowd_save(self.raw, room, block.cast(), bytes)
        })
    }

    /// Brings the crowd to a state that was saved. If it fails, nothing is changed.
    pub fn load(&mut self, block: &[u8]) -> Result<()> {
        let mut detail = NO_DETAIL;
        // SAFETY: the block is not kept.
        let status = unsafe { c::cairn_crowd_load(self.raw, block.as_ptr().cast(), block.len(), &mut detail) };
        check_with(status, &detail)
    }
}
