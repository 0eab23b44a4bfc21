//! Maps, and maps that change.

use std::ops::Deref;
use std::path::Path;
use std::ptr;
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;

use cairn_sys as c;

use crate::inside::{check, check_of, check_with, collect, encode, size_of, Cell, Error, Result, NO_DETAIL};
use crate::{Corners, Db, LivingDb, Status, ANY_COMPONENT, NO_COMPONENT};

/// What can be asked of any map.
pub struct Grid {
    pub(crate) raw: *mut c::cairn_map,
    /// Builds and frames that read it at the moment.
    readers: AtomicU32,
}

/// As long as this lives, a `LivingMap` refuses to be changed.
pub(crate) struct Reading<'a>(&'a AtomicU32);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Drop for Grid {
    fn drop(&mut self) {
        // SAFETY: all that was made with the map keeps it, so nothing uses it any more.
        unsafe { c::cairn_map_close(self.raw) }
    }
}

/// The properties of a map; include/cairn/map.h says it field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct MapInfo {
    pub width: u32,
    pub height: u32,
    pub corners: Corners,
    pub open_cells: u32,
    pub components: u32,
    pub largest_component: u32,
    pub fingerprint: u64,
    pub bytes: usize,
    pub state: u64,
    pub version: u32,
}

impl Grid {
    pub(crate) fn read(&self) -> Reading<'_> {
        self.readers.fetch_add(1, Ordering::Relaxed);
        Reading(&self.readers)
    }

    fn make(
        corners: Corners,
        changing: bool,
        open: impl FnOnce(*const c::cairn_map_def, *mut *mut c::cairn_map) -> i32,
    ) -> Result<Grid> {
        let mut detail = NO_DETAIL;
        let def = c::cairn_map_def {
            size: size_of::<c::cairn_map_def>(),
            corners: corners as u32,
            changing: changing as i32,
            reserved: 0,
            allocator: ptr::null(),
            detail: &mut detail,
        };
        let mut raw = ptr::null_mut();
        check_with(open(&def, &mut raw), &detail)?;
        Ok(Grid { raw, readers: AtomicU32::new(0) })
    }

    fn open(path: &Path, corners: Corners, changing: bool) -> Result<Grid> {
        let name = encode(path)?;
        // SAFETY: the name lives through the call, as does what make() hands out.
        Grid::make(corners, changing, |def, out| unsafe { c::cairn_map_open(name.as_ptr(), def, out) })
    }

    fn from_text(text: &[u8], corners: Corners, changing: bool) -> Result<Grid> {
        // SAFETY: as above; the text is not kept.
        Grid::make(corners, changing, |def, out| unsafe {
            c::cairn_map_open_memory(text.as_ptr().cast(), text.len(), def, out)
        })
    }

    fn from_cells(width: u32, height: u32, cells: &[u8], corners: Corners, changing: bool) -> Result<Grid> {
        if u64::from(width) * u64::from(height) != cells.len() as u64 {
            return Err(Error::new(Status::Argument, "there is not one byte for each cell"));
        }
        // SAFETY: there are as many cells as the library reads; they are not kept.
        Grid::make(corners, changing, |def, out| unsafe {
            c::cairn_map_create(width, height, cells.as_ptr(), def, out)
        })
    }

    fn copy(&self, changing: bool) -> Result<Grid> {
        // SAFETY: the map is open.
        Grid::make(Corners::Strict, changing, |def, out| unsafe { c::cairn_map_copy(self.raw, def, out) })
    }

    /// The properties of the map.
    pub fn info(&self) -> MapInfo {
        let mut info: c::cairn_map_info = unsafe { std::mem::zeroed() }; // numbers alone
        info.size = size_of::<c::cairn_map_info>();
        // SAFETY: the map is open, and the size is set.
        unsafe { c::cairn_map_get_info(self.raw, &mut info) };
        MapInfo {
            width: info.width,
            height: info.height,
            corners: Corners::from_number(info.corners).unwrap_or(Corners::Strict),
            open_cells: info.open_cells,
            components: info.components,
            largest_component: info.largest_component,
            fingerprint: info.fingerprint,
            bytes: info.bytes,
            state: info.state,
            version: info.version,
        }
    }

    /// Whether a cell is inside the map and open.
    pub fn is_open(&self, cell: Cell) -> bool {
        // SAFETY: the map is open; any cell may be asked for.
        unsafe { c::cairn_map_is_open(self.raw, cell.0) != 0 }
    }

    /// The number of the cells that paths join to a cell; none for a blocked one.
    pub fn component(&self, cell: Cell) -> Option<u32> {
        // SAFETY: as above.
        let found = unsafe { c::cairn_map_get_component(self.raw, cell.0) };
        Some(found).filter(|&number| number != NO_COMPONENT)
    }

    /// Whether a path joins two cells. Constant time.
    pub fn has_path(&self, from: Cell, to: Cell) -> bool {
        // SAFETY: as above.
        unsafe { c::cairn_map_has_path(self.raw, from.0, to.0) != 0 }
    }

    /// The cells of a rectangle: one byte for each, row by row; 1 is open.
    pub fn cells(&self, rect: Rect) -> Result<Vec<u8>> {
        let mut cells = vec![0; usize::from(rect.width) * usize::from(rect.height)];
        // SAFETY: the map is open, and there is a byte for each cell.
        check(unsafe { c::cairn_map_get_cells(self.raw, &rect.to_native(), cells.as_mut_ptr()) })?;
        Ok(cells)
    }

    /// The open cell nearest to a cell, of one component or of any.
    pub fn find_nearest(&self, cell: Cell, component: Option<u32>) -> Result<Cell> {
        let mut found = 0;
        let number = component.unwrap_or(ANY_COMPONENT);
        // SAFETY: as above.
        check(unsafe { c::cairn_map_find_nearest_cell(self.raw, cell.0, number, &mut found) })?;
        Ok(Cell(found))
    }
}

/// A map that stays as it is. A handle: cloning is cheap, and threads may share it:
///
/// ```
/// let map = cairn::Map::from_cells(1, 1, &[1], cairn::Corners::Strict).unwrap();
/// std::thread::spawn(move || map.is_open(cairn::Cell::new(0, 0)));
/// ```
#[derive(Clone)]
pub struct Map(Arc<Grid>);

// SAFETY: any number of threads may read a map that does not change.
unsafe impl Send for Map {}
unsafe impl Sync for Map {}

impl Map {
    /// Opens a `.map` file of MovingAI's format.
    pub fn open(path: impl AsRef<Path>, corners: Corners) -> Result<Map> {
        Ok(Map(Arc::new(Grid::open(path.as_ref(), corners, false)?)))
    }
    /// Reads a `.map` text.
    pub fn from_text(text: impl AsRef<[u8]>, corners: Corners) -> Result<Map> {
        Ok(Map(Arc::new(Grid::from_text(text.as_ref(), corners, false)?)))
    }
    /// From one byte for each cell, row by row: zero is blocked.
    pub fn from_cells(width: u32, height: u32, cells: &[u8], corners: Corners) -> Result<Map> {
        Ok(Map(Arc::new(Grid::from_cells(width, height, cells, corners, false)?)))
    }
}

impl Deref for Map {
    type Target = Grid;
    fn deref(&self) -> &Grid {
        &self.0
    }
}

/// Cells (x, y) to (x + width - 1, y + height - 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    fn to_native(self) -> c::cairn_rect {
        c::cairn_rect { x: self.x, y: self.y, width: self.width, height: self.height }
    }
}

/// What a rectangle becomes.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// All open, or all blocked.
    Fill(Rect, bool),
    /// One byte for each cell, row by row: zero is blocked.
    Draw(Rect, &'a [u8]),
}

impl Change<'_> {
    fn to_native(self) -> Result<c::cairn_change> {
        let (rect, open, cells) = match self {
            Change::Fill(rect, open) => (rect, open, ptr::null()),
            Change::Draw(rect, cells) => {
                if usize::from(rect.width) * usize::from(rect.height) != cells.len() {
                    return Err(Error::new(Status::Argument, "there is not one byte for each cell"));
                }
                (rect, false, cells.as_ptr())
            }
        };
        Ok(c::cairn_change { rect: rect.to_native(), open: open as i32, reserved: 0, cells })
    }
}

/// A map whose cells may change while agents walk. It and all that is made with it stay on one thread:
///
/// ```compile_fail
/// let map = cairn::LivingMap::from_cells(1, 1, &[1], cairn::Corners::Strict).unwrap();
/// std::thread::spawn(move || map.is_open(cairn::Cell::new(0, 0)));
/// ```
#[derive(Clone)]
pub struct LivingMap(Rc<Grid>);

impl LivingMap {
    /// Opens a `.map` file of MovingAI's format.
    pub fn open(path: impl AsRef<Path>, corners: Corners) -> Result<LivingMap> {
        Ok(LivingMap(Rc::new(Grid::open(path.as_ref(), corners, true)?)))
    }
    /// Reads a `.map` text.
    pub fn from_text(text: impl AsRef<[u8]>, corners: Corners) -> Result<LivingMap> {
        Ok(LivingMap(Rc::new(Grid::from_text(text.as_ref(), corners, true)?)))
    }
    /// From one byte for each cell, row by row: zero is blocked.
    pub fn from_cells(width: u32, height: u32, cells: &[u8], corners: Corners) -> Result<LivingMap> {
        Ok(LivingMap(Rc::new(Grid::from_cells(width, height, cells, corners, true)?)))
    }
    /// The cells that are open now, as a map that stays so and may go to another thread.
    pub fn snapshot(&self) -> Result<Map> {
        Ok(Map(Arc::new(self.0.copy(false)?)))
    }

    pub(crate) fn get_changing(&self) -> Result<*mut c::cairn_map> {
        if self.0.readers.load(Ordering::Relaxed) > 0 {
            return Err(Error::new(Status::Argument, "a build or a frame is reading the map"));
        }
        Ok(self.0.raw)
    }

    /// Opens or blocks the cells of a rectangle. Agents notice at their next step.
    pub fn set_rect(&self, rect: Rect, open: bool) -> Result<()> {
        let map = self.get_changing()?;
        // SAFETY: all that uses the map is on this thread, and nothing runs.
        unsafe { check_of(map, c::cairn_map_set_rect(map, &rect.to_native(), open as i32)) }
    }

    /// Opens or blocks cells.
    pub fn set_cells(&self, cells: &[Cell], open: bool) -> Result<()> {
        let map = self.get_changing()?;
        // SAFETY: as above; a Cell is a number of 32 bits.
        unsafe { check_of(map, c::cairn_map_set_cells(map, cells.as_ptr().cast(), cells.len(), open as i32)) }
    }

    /// Sets rectangles in their order, in one call.
    pub fn apply(&self, changes: &[Change<'_>]) -> Result<()> {
        let map = self.get_changing()?;
        let natives = changes.iter().map(|one| one.to_native()).collect::<Result<Vec<_>>>()?;
        // SAFETY: as above; the cells of all changes are borrowed and long enough.
        unsafe { check_of(map, c::cairn_map_change(map, natives.as_ptr(), natives.len())) }
    }

    /// The cells that differ from those that were opened, for a saved game.
    pub fn save_changes(&self) -> Result<Vec<u8>> {
        // SAFETY: the map is open, and there is as much room as is said.
        collect(256, |room, block: *mut u8, bytes| unsafe {
            c::cairn_map_save_changes_memory(self.0.raw, room, block.cast(), bytes)
        })
    }

    /// Brings the map to the cells that were saved. If it fails, nothing is changed.
    pub fn load_changes(&self, block: &[u8]) -> Result<()> {
        let mut detail = NO_DETAIL;
        let map = self.get_changing()?;
        // SAFETY: as for set_rect; the block is not kept.
        let status = unsafe {
            c::cairn_map_load_changes_memory(map, block.as_ptr().cast(), block.len(), &mut detail)
        };
        check_with(status, &detail)
    }
}

impl Deref for LivingMap {
    type Target = Grid;
    fn deref(&self) -> &Grid {
        &self.0
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Map {}
    impl Sealed for super::LivingMap {}
}

/// A [`Map`] or a [`LivingMap`]: where agents walk.
pub trait Place: sealed::Sealed + Clone + Deref<Target = Grid> {
    /// The databases that are used with it.
    type Db: Clone + Deref<Target = crate::DbView>;
}

impl Place for Map {
    type Db = Db;
}

impl Place for LivingMap {
    type Db = LivingDb;
}
