//! Planners.

use std::cell::RefCell;
use std::ptr;
use std::rc::Rc;

use cairn_sys as c;

use crate::inside::{check, check_of, check_with, size_of, Cell, Result, NO_DETAIL};
use crate::{Costs, LivingMap, Map, Method, Place};

/// How a planner is made.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct PlannerSettings {
    pub method: Method,
    pub costs: Costs,
}

impl Default for PlannerSettings {
    fn default() -> PlannerSettings {
        PlannerSettings { method: Method::Auto, costs: Costs::Octile }
    }
}

struct Handle<P: Place> {
    raw: *mut c::cairn_planner,
    _map: P,
    db: RefCell<Option<P::Db>>,
}

impl<P: Place> Drop for Handle<P> {
    fn drop(&mut self) {
        // SAFETY: agents that were made with it keep it, so there are none any more.
        unsafe { c::cairn_planner_destroy(self.raw) }
    }
}

/// Answers how far it is, which way, over which corners. Agents that share it on a changing map get their ways around
/// obstacles from it.
pub struct Planner<P: Place = Map>(Rc<Handle<P>>);

// SAFETY: a planner belongs to one thread at a time; its map and database may be shared. That of a `Map` is the only
// one that has its handle.
unsafe impl Send for Planner<Map> {}

impl Planner<LivingMap> {
    /// For an agent that keeps it.
    pub(crate) fn share(&self) -> Planner<LivingMap> {
        Planner(self.0.clone())
    }

    pub(crate) fn is_shared(&self) -> bool {
        Rc::strong_count(&self.0) > 1
    }
}

impl<P: Place> Planner<P> {
    /// Makes a planner, which answers by labels, or without a database by search.
    pub fn new(map: &P, db: Option<&P::Db>, settings: PlannerSettings) -> Result<Planner<P>> {
        let mut detail = NO_DETAIL;
        let def = c::cairn_planner_def {
            size: size_of::<c::cairn_planner_def>(),
            method: settings.method as u32,
            costs: settings.costs as u32,
            landmarks: ptr::null(),
            engine: ptr::null(),
            allocator: ptr::null(),
            detail: &mut detail,
        };
        let by = db.map_or(ptr::null(), |one| one.raw);
        let mut raw = ptr::null_mut();
        // SAFETY: map and database are open, and are kept.
        check_with(unsafe { c::cairn_planner_create(map.raw, by, &def, &mut raw) }, &detail)?;
        let db = RefCell::new(db.cloned());
        Ok(Planner(Rc::new(Handle { raw, _map: map.clone(), db })))
    }

    pub(crate) fn get_raw(&self) -> *mut c::cairn_planner {
        self.0.raw
    }

    /// The length of the shortest path, in tenths.
    pub fn find_distance(&mut self, from: Cell, to: Cell) -> Result<u32> {
        let (raw, mut tenths) = (self.get_raw(), 0);
        // SAFETY: nobody else uses the planner; here and below any number may be given as a cell.
        unsafe { check_of(raw, c::cairn_planner_find(raw, from.0, to.0, &mut tenths)) }?;
        Ok(tenths)
    }

    /// Room for the shortest path, which the planner then has found.
    fn make_room(&mut self, from: Cell, to: Cell) -> Result<Vec<Cell>> {
        let tenths = self.find_distance(from, to)?;
        Ok(vec![Cell::default(); tenths as usize / 10 + 1])
    }

    /// The cells of a shortest path, both ends included.
    pub fn find_path(&mut self, from: Cell, to: Cell) -> Result<Vec<Cell>> {
        let mut path = self.make_room(from, to)?;
        let count = self.found_path(0, &mut path)?;
        path.truncate(count);
        Ok(path)
    }

    /// The ends of a shortest path and the cells where it turns.
    pub fn find_waypoints(&mut self, from: Cell, to: Cell) -> Result<Vec<Cell>> {
        let mut waypoints = self.make_room(from, to)?;
        let count = self.found_waypoints(0, &mut waypoints)?;
        waypoints.truncate(count);
        Ok(waypoints)
    }

    /// Asks for a path, which [`Planner::run`] finds.
    pub fn ask(&mut self, from: Cell, to: Cell) -> Result<()> {
        let raw = self.get_raw();
        // SAFETY: nobody else uses the planner.
        unsafe { check_of(raw, c::cairn_planner_ask(raw, from.0, to.0)) }
    }

    /// Works on what was asked, and on ways that agents wait for: spends at most `units`, 0 for no limit. True once
    /// nothing is left to do.
    pub fn run(&mut self, units: u64) -> Result<bool> {
        let raw = self.get_raw();
        // SAFETY: nobody else uses the planner.
        let status = unsafe { c::cairn_planner_run(raw, units, ptr::null_mut()) };
        if status == c::CAIRN_UNFINISHED {
            return Ok(false);
        }
        // SAFETY: as above.
        unsafe { check_of(raw, status) }.map(|_| true)
    }

    /// The length of the path that was found, in tenths.
    pub fn found_distance(&self) -> Result<u32> {
        let mut tenths = 0;
        // SAFETY: nobody else uses the planner.
        check(unsafe { c::cairn_planner_get_distance(self.get_raw(), &mut tenths) })?;
        Ok(tenths)
    }

    /// Copies cells of the path that was found, from number `first` on; how many were copied.
    pub fn found_path(&mut self, first: usize, room: &mut [Cell]) -> Result<usize> {
        let (raw, at, mut count) = (self.get_raw(), room.as_mut_ptr().cast(), 0);
        // SAFETY: there is as much room as is said; a Cell is a number of 32 bits.
        unsafe { check_of(raw, c::cairn_planner_get_path(raw, first, room.len(), at, &mut count)) }?;
        Ok(count)
    }

    /// The same for its waypoints.
    pub fn found_waypoints(&mut self, first: usize, room: &mut [Cell]) -> Result<usize> {
        let (raw, at, mut count) = (self.get_raw(), room.as_mut_ptr().cast(), 0);
        // SAFETY: as above.
        unsafe { check_of(raw, c::cairn_planner_get_waypoints(raw, first, room.len(), at, &mut count)) }?;
        Ok(count)
    }

    /// Gives the planner another database: that of [`crate::Repair::swap`].
    pub fn set_db(&mut self, db: &P::Db) -> Result<()> {
        let mut detail = NO_DETAIL;
        // SAFETY: the database is open, and is kept in place of the old one.
        check_with(unsafe { c::cairn_planner_set_db(self.get_raw(), db.raw, &mut detail) }, &detail)?;
        self.0.db.replace(Some(db.clone()));
        Ok(())
    }
}
