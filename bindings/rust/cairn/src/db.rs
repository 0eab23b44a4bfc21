//! Databases.

use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::ptr;
use std::rc::Rc;
use std::sync::Arc;

use cairn_sys as c;

use crate::inside::{check_with, encode, get_text, size_of, Error, Result, NO_DETAIL};
use crate::repair::Handed;
use crate::{Algorithm, Corners, Grid, Kind, Status};

/// What can be asked of any database.
pub struct DbView {
    pub(crate) raw: *const c::cairn_db,
}

/// The properties of a database; include/cairn/db.h says it field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct DbInfo {
    pub kind: Kind,
    pub algorithm: Algorithm,
    pub corners: Corners,
    pub width: u32,
    pub height: u32,
    pub fingerprint: u64,
    pub bytes: u64,
    pub format_version: u32,
}

impl DbView {
    /// The properties of the database.
    pub fn info(&self) -> DbInfo {
        let mut info: c::cairn_db_info = unsafe { std::mem::zeroed() }; // numbers alone
        info.size = size_of::<c::cairn_db_info>();
        // SAFETY: the database is open, and the size is set.
        unsafe { c::cairn_db_get_info(self.raw, &mut info) };
        DbInfo {
            kind: Kind::from_number(info.kind).unwrap_or(Kind::Auto),
            algorithm: Algorithm::from_number(info.algorithm).unwrap_or(Algorithm::Auto),
            corners: Corners::from_number(info.corners).unwrap_or(Corners::Strict),
            width: info.width,
            height: info.height,
            fingerprint: info.fingerprint,
            bytes: info.bytes,
            format_version: info.format_version,
        }
    }

    /// What databases of this kind count, such as records and states.
    pub fn figures(&self) -> Vec<(String, u64)> {
        let mut found = Vec::new();
        let mut figure = c::cairn_figure { name: ptr::null(), unit: 0, value: 0 };
        // SAFETY: the database is open; names are strings of the library.
        while unsafe { c::cairn_db_get_figure(self.raw, found.len() as u32, &mut figure) } == c::CAIRN_OK {
            found.push((unsafe { get_text(figure.name) }.unwrap_or_default(), figure.value));
        }
        found
    }

    /// Checks everything, and with a map that it belongs to it.
    pub fn verify(&self, map: Option<&Grid>) -> Result<()> {
        let mut detail = NO_DETAIL;
        let of = map.map_or(ptr::null(), |grid| grid.raw as *const _);
        // SAFETY: both are open.
        check_with(unsafe { c::cairn_db_verify(self.raw, of, &mut detail) }, &detail)
    }
}

/// An open database and the bytes that it lies in.
struct Opened {
    view: DbView,
    _image: Vec<u64>,
}

impl Drop for Opened {
    fn drop(&mut self) {
        // SAFETY: all that uses the database keeps it, so nothing does any more.
        unsafe { c::cairn_db_close(self.view.raw as *mut _) }
    }
}

/// A database, immutable. A handle: cloning is cheap, and threads may share it.
#[derive(Clone)]
pub struct Db(Arc<Opened>);

// SAFETY: any number of threads may read a database.
unsafe impl Send for Db {}
unsafe impl Sync for Db {}

impl Db {
    fn make(
        image: Vec<u64>,
        open: impl FnOnce(*const c::cairn_db_def, *mut *mut c::cairn_db) -> i32,
    ) -> Result<Db> {
        let mut detail = NO_DETAIL;
        let def = c::cairn_db_def {
            size: size_of::<c::cairn_db_def>(),
            allocator: ptr::null(),
            detail: &mut detail,
        };
        let mut raw = ptr::null_mut();
        check_with(open(&def, &mut raw), &detail)?;
        Ok(Db(Arc::new(Opened { view: DbView { raw }, _image: image })))
    }

    /// Reads a database file into memory; its frame is checked, the rest by [`DbView::verify`].
    pub fn open(path: impl AsRef<Path>) -> Result<Db> {
        let path = path.as_ref();
        let bytes = fs::read(path).map_err(|error| {
            Error::new(Status::Io, &format!("{}: {}", path.display(), error))
        })?;
        Db::from_bytes(&bytes)
    }

    /// Maps a database file, of which only what is used is read. Its frame is checked, the rest by
    /// [`DbView::verify`].
    ///
    /// # Safety
    ///
    /// As long as the database or anything made with it is there, nobody may change or truncate the file: bytes
    /// that change are undefined behaviour, and those that are gone end the process (SIGBUS).
    pub unsafe fn open_mapped(path: impl AsRef<Path>) -> Result<Db> {
        let name = encode(path.as_ref())?;
        Db::make(Vec::new(), |def, out| c::cairn_db_open(name.as_ptr(), def, out))
    }

    /// Opens a database in memory; the bytes are copied.
    pub fn from_bytes(bytes: &[u8]) -> Result<Db> {
        let mut image = vec![0u64; bytes.len() / 8 + 1];
        // SAFETY: there is room for them; the words do not move when the vector does.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), image.as_mut_ptr().cast(), bytes.len()) };
        let at = image.as_ptr();
        Db::make(image, |def, out| unsafe { c::cairn_db_open_memory(at.cast(), bytes.len(), def, out) })
    }
}

impl Deref for Db {
    type Target = DbView;
    fn deref(&self) -> &DbView {
        &self.0.view
    }
}

/// A database for a [`crate::LivingMap`]: one that was opened, or one that a repair has handed out.
#[derive(Clone)]
pub struct LivingDb(Source);

#[derive(Clone)]
enum Source {
    Opened(Db),
    Handed(Rc<Handed>),
}

impl LivingDb {
    pub(crate) fn from_repair(handed: Rc<Handed>) -> LivingDb {
        LivingDb(Source::Handed(handed))
    }
}

impl From<Db> for LivingDb {
    fn from(db: Db) -> LivingDb {
        LivingDb(Source::Opened(db))
    }
}

impl Deref for LivingDb {
    type Target = DbView;
    fn deref(&self) -> &DbView {
        match &self.0 {
            Source::Opened(db) => db,
            Source::Handed(handed) => &handed.view,
        }
    }
}
