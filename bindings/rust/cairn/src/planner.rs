//! Finders.

use std::ptr;

use cairn_sys as c;

use crate::inside::{check, check_of, check_with, collect, size_of, Cell, Result, NO_DETAIL};
use crate::{Costs, Map, Method, Place};

/// How a finder is made.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct FinderSettings {
    pub method: Method,
    pub costs: Costs,
}

impl Default for FinderSettings {
    fn default() -> FinderSettings {
        FinderSettings { method: Method::Auto, costs: Costs::Octile }
    }
}

/// Answers how far it is, which way, over which corners.
pub struct Finder<P: Place = Map> {
    raw: *mut c::cairn_finder,
    _map: P,
    db: Option<P::Db>,
}

// SAFETY: a finder belongs to one thread at a time; its map and database may be shared.
unsafe impl Send for Finder<Map> {}

impl<P: Place> Drop for Finder<P> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the finder.
        unsafe { c::cairn_finder_destroy(self.raw) }
    }
}

impl<P: Place> Finder<P> {
    /// Makes a finder, which answers by labels, or without a database by search.
    pub fn new(map: &P, db: Option<&P::Db>, settings: FinderSettings) -> Result<Finder<P>> {
        let mut detail = NO_DETAIL;
        let def = c::cairn_finder_def {
            size: size_of::<c::cairn_finder_def>(),
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
        check_with(unsafe { c::cairn_finder_create(map.raw, by, &def, &mut raw) }, &detail)?;
        Ok(Finder { raw, _map: map.clone(), db: db.cloned() })
    }

    /// The length of the shortest path, in tenths.
    pub fn find_distance(&mut self, from: Cell, to: Cell) -> Result<u32> {
        let mut tenths = 0;
        // SAFETY: the finder is ours.
        unsafe { check_of(self.raw, c::cairn_finder_find_distance(self.raw, from.0, to.0, &mut tenths)) }?;
        Ok(tenths)
    }

    /// The cells of a shortest path, both ends included.
    pub fn find_path(&mut self, from: Cell, to: Cell) -> Result<Vec<Cell>> {
        // SAFETY: the finder is ours.
        let judge = |status| unsafe { check_of(self.raw, status) };
        // SAFETY: there is as much room as is said; a Cell is a number of 32 bits.
        collect(512, judge, |room, cells: *mut Cell, count| unsafe {
            c::cairn_finder_find_path(self.raw, from.0, to.0, room, cells.cast(), count)
        })
    }

    /// The same into the caller's memory: how many cells there are, which may be more than there is room for.
    pub fn find_path_into(&mut self, from: Cell, to: Cell, room: &mut [Cell]) -> Result<usize> {
        let mut count = 0;
        let at = room.as_mut_ptr().cast();
        // SAFETY: as above.
        let status = unsafe { c::cairn_finder_find_path(self.raw, from.0, to.0, room.len(), at, &mut count) };
        if status != c::CAIRN_CAPACITY {
            // SAFETY: as above.
            unsafe { check_of(self.raw, status) }?;
        }
        Ok(count)
    }

    /// The ends of a shortest path and the cells where it turns.
    pub fn find_waypoints(&mut self, from: Cell, to: Cell) -> Result<Vec<Cell>> {
        // SAFETY: the finder is ours.
        let judge = |status| unsafe { check_of(self.raw, status) };
        // SAFETY: as above.
        collect(64, judge, |room, cells: *mut Cell, count| unsafe {
            c::cairn_finder_find_waypoints(self.raw, from.0, to.0, room, cells.cast(), count)
        })
    }

    /// Starts a search, which [`Finder::run`] goes on with.
    pub fn start(&mut self, from: Cell, to: Cell) -> Result<()> {
        // SAFETY: the finder is ours.
        unsafe { check_of(self.raw, c::cairn_finder_start(self.raw, from.0, to.0)) }
    }

    /// Spends at most `units`, 0 for no limit; true once the path is known.
    pub fn run(&mut self, units: u64) -> Result<bool> {
        // SAFETY: the finder is ours.
        let status = unsafe { c::cairn_finder_run(self.raw, units, ptr::null_mut()) };
        if status == c::CAIRN_UNFINISHED {
            return Ok(false);
        }
        // SAFETY: as above.
        unsafe { check_of(self.raw, status) }.map(|_| true)
    }

    /// The length of the path that was found, in tenths.
    pub fn found_distance(&self) -> Result<u32> {
        let mut tenths = 0;
        // SAFETY: the finder is ours.
        check(unsafe { c::cairn_finder_get_distance(self.raw, &mut tenths) })?;
        Ok(tenths)
    }

    /// Copies cells of the path that was found, from number `first` on; how many were copied.
    pub fn found_path(&mut self, first: usize, room: &mut [Cell]) -> Result<usize> {
        let mut count = 0;
        let at = room.as_mut_ptr().cast();
        // SAFETY: there is as much room as is said.
        unsafe { check_of(self.raw, c::cairn_finder_get_path(self.raw, first, room.len(), at, &mut count)) }?;
        Ok(count)
    }

    /// The same for its waypoints.
    pub fn found_waypoints(&mut self, first: usize, room: &mut [Cell]) -> Result<usize> {
        let mut count = 0;
        let at = room.as_mut_ptr().cast();
        // SAFETY: as above.
        unsafe { check_of(self.raw, c::cairn_finder_get_waypoints(self.raw, first, room.len(), at, &mut count)) }?;
        Ok(count)
    }

    /// Gives the finder another database: that of [`crate::Repair::swap`].
    pub fn set_db(&mut self, db: &P::Db) -> Result<()> {
        let mut detail = NO_DETAIL;
        // SAFETY: the database is open, and is kept in place of the old one.
        check_with(unsafe { c::cairn_finder_set_db(self.raw, db.raw, &mut detail) }, &detail)?;
        self.db = Some(db.clone());
        Ok(())
    }
}
