//! Cells, errors, and what all modules need to call C.

use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::c_char;
use std::path::Path;
use std::ptr;

use cairn_sys as c;

use crate::{Choice, Status};

/// A cell of a map: (0, 0) is the top-left one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[repr(transparent)]
pub struct Cell(pub(crate) u32);

impl Cell {
    /// The cell at (x, y).
    pub const fn new(x: u16, y: u16) -> Cell {
        Cell(x as u32 | (y as u32) << 16)
    }
    /// Grows to the right.
    pub const fn x(self) -> u16 {
        self.0 as u16
    }
    /// Grows downwards.
    pub const fn y(self) -> u16 {
        (self.0 >> 16) as u16
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "({}, {})", self.x(), self.y())
    }
}

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// How it failed.
    pub status: Status,
    /// What is wrong, as part of a sentence.
    pub text: String,
    /// Line of a text, from 1; 0 if it does not apply.
    pub line: u64,
    /// Byte of a binary file; 0 if it does not apply.
    pub offset: u64,
}

impl Error {
    pub(crate) fn new(status: Status, text: &str) -> Error {
        Error { status, text: text.to_string(), line: 0, offset: 0 }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.offset) {
            (0, 0) => write!(to, "{}", self.text),
            (0, offset) => write!(to, "byte {}: {}", offset, self.text),
            (line, _) => write!(to, "line {}: {}", line, self.text),
        }
    }
}

impl std::error::Error for Error {}

/// What calls that can fail return.
pub type Result<T> = std::result::Result<T, Error>;

pub(crate) const NO_DETAIL: c::cairn_detail = c::cairn_detail { line: 0, offset: 0, text: [0; 160] };

/// A text of the library, which outlives the call.
pub(crate) unsafe fn get_text(text: *const c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    Some(CStr::from_ptr(text).to_string_lossy().into_owned())
}

pub(crate) fn check(status: i32) -> Result<()> {
    check_with(status, &NO_DETAIL)
}

/// The same for a call whose failure the object remembers.
///
/// # Safety
/// The object lives, and nobody else uses it.
pub(crate) unsafe fn check_of<T>(object: *const T, status: i32) -> Result<()> {
    let mut detail = NO_DETAIL;
    if status != c::CAIRN_OK {
        c::cairn_get_detail(object.cast(), &mut detail);
    }
    check_with(status, &detail)
}

pub(crate) fn check_with(status: i32, detail: &c::cairn_detail) -> Result<()> {
    if status == c::CAIRN_OK {
        return Ok(());
    }
    // SAFETY: the detail's text ends with a zero, and a status has a text that lives for ever.
    let told = unsafe { get_text(detail.text.as_ptr()) }.unwrap_or_default();
    let text = if told.is_empty() {
        unsafe { get_text(c::cairn_status_get_text(status)) }.unwrap_or_default()
    } else {
        told
    };
    let status = Status::from_number(status).unwrap_or(Status::Argument);
    Err(Error { status, text, line: detail.line, offset: detail.offset })
}

pub(crate) fn encode(path: &Path) -> Result<CString> {
    let failure = |_| Error::new(Status::Argument, "a path has no zero byte");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        CString::new(path.as_os_str().as_bytes()).map_err(failure)
    }
    #[cfg(not(unix))]
    {
        CString::new(path.to_string_lossy().into_owned()).map_err(failure)
    }
}

pub(crate) fn size_of<T>() -> u32 {
    std::mem::size_of::<T>() as u32
}

pub(crate) fn make_options(options: &[(Choice, u64)]) -> Vec<c::cairn_option> {
    let make = |&(option, value)| c::cairn_option { option: option as u32, reserved: 0, value };
    options.iter().map(make).collect()
}

/// An answer of unknown length: asks with room for `guess`, then with what was said to be needed.
pub(crate) fn collect<T: Clone + Default>(
    guess: usize,
    mut ask: impl FnMut(usize, *mut T, *mut usize) -> i32,
) -> Result<Vec<T>> {
    let mut items = vec![T::default(); guess];
    let mut count = 0;
    let first = if guess == 0 { ptr::null_mut() } else { items.as_mut_ptr() };
    let mut status = ask(guess, first, &mut count);
    if status == c::CAIRN_CAPACITY {
        items = vec![T::default(); count];
        status = ask(count, items.as_mut_ptr(), &mut count);
    }
    check(status)?;
    items.truncate(count);
    Ok(items)
}
