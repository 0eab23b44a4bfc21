//! Builds.

use std::any::Any;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::path::Path;
use std::ptr;

use cairn_sys as c;

use crate::inside::{check, check_with, encode, get_text, make_options, size_of, Result, NO_DETAIL};
use crate::{Db, Kind, Map, Choice, Place};

/// How far a build has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Progress {
    pub phase: u32,
    pub kind: Kind,
    pub name: String,
    pub unit: Option<String>,
    pub done: u64,
    pub total: u64,
}

/// How a database is built.
#[allow(missing_docs)]
pub struct BuildSettings<'a> {
    pub kind: Kind,
    pub threads: u32,
    pub target: u32,
    pub max_bytes: u64,
    pub options: Vec<(Choice, u64)>,
    /// False interrupts the build; a panic goes on when the build has ended.
    pub progress: Option<Box<dyn FnMut(&Progress) -> bool + 'a>>,
}

impl Default for BuildSettings<'_> {
    fn default() -> Self {
        let options = Vec::new();
        BuildSettings { kind: Kind::Auto, threads: 1, target: 0, max_bytes: 0, options, progress: None }
    }
}

/// The outcome of a build; include/cairn/build.h says it field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct BuildReport {
    pub kind: Kind,
    pub bytes: u64,
    pub reason: Option<String>,
    pub problems: u32,
    pub cut: u32,
    pub suboptimality: u64,
    pub median: u64,
    pub target_met: bool,
    pub tried: u32,
}

/// What the library keeps pointers to.
struct Kept<'a> {
    detail: c::cairn_detail,
    progress: Option<Box<dyn FnMut(&Progress) -> bool + 'a>>,
    panic: Option<Box<dyn Any + Send>>,
}

unsafe extern "C" fn tell(context: *mut c_void, progress: *const c::cairn_progress) -> i32 {
    let kept = &mut *(context as *mut Kept<'_>);
    let now = &*progress;
    let told = Progress {
        phase: now.phase,
        kind: Kind::from_number(now.kind).unwrap_or(Kind::Auto),
        name: get_text(now.name).unwrap_or_default(),
        unit: get_text(now.unit),
        done: now.done,
        total: now.total,
    };
    let call = kept.progress.as_mut();
    match catch_unwind(AssertUnwindSafe(|| call.map_or(true, |call| call(&told)))) {
        Ok(goes_on) => goes_on as i32,
        Err(panic) => {
            kept.panic = Some(panic);
            0
        }
    }
}

/// A database in the making.
pub struct Build<'a, P: Place = Map> {
    raw: *mut c::cairn_build,
    map: P,
    kept: *mut Kept<'a>,
}

impl<P: Place> Drop for Build<'_, P> {
    fn drop(&mut self) {
        // SAFETY: nobody else has the build, nor what it keeps pointers to.
        unsafe {
            c::cairn_build_destroy(self.raw);
            drop(Box::from_raw(self.kept));
        }
    }
}

impl<'a, P: Place> Build<'a, P> {
    /// Makes a build, which has built nothing yet.
    pub fn new(map: &P, settings: BuildSettings<'a>) -> Result<Build<'a, P>> {
        let options = make_options(&settings.options);
        let has_progress = settings.progress.is_some();
        let kept = Box::into_raw(Box::new(Kept { detail: NO_DETAIL, progress: settings.progress, panic: None }));
        let mut build = Build { raw: ptr::null_mut(), map: map.clone(), kept };
        let def = c::cairn_build_def {
            size: size_of::<c::cairn_build_def>(),
            kind: settings.kind as u32,
            threads: settings.threads,
            target: settings.target,
            max_bytes: settings.max_bytes,
            option_count: options.len() as u32,
            options: options.as_ptr(),
            progress: if has_progress { Some(tell) } else { None },
            progress_context: kept.cast(),
            allocator: ptr::null(),
            detail: unsafe { ptr::addr_of_mut!((*kept).detail) },
        };
        // SAFETY: the map is open and is kept; what is pointed to lives as long as the build.
        let status = unsafe { c::cairn_build_create(map.raw, &def, &mut build.raw) };
        check_with(status, build.get_detail())?;
        Ok(build)
    }

    fn get_detail(&self) -> &c::cairn_detail {
        // SAFETY: it lives as long as this, and no call is under way.
        unsafe { &(*self.kept).detail }
    }

    /// Builds the database. Long work.
    pub fn run(&mut self) -> Result<&mut Self> {
        let reading = self.map.read();
        // SAFETY: the build is ours; a LivingMap refuses to be changed meanwhile.
        let status = unsafe { c::cairn_build_run(self.raw) };
        drop(reading);
        // SAFETY: the call has returned, so the callback does not run.
        if let Some(panic) = unsafe { (*self.kept).panic.take() } {
            resume_unwind(panic);
        }
        check_with(status, self.get_detail())?;
        Ok(self)
    }

    /// The outcome so far.
    pub fn report(&self) -> BuildReport {
        let mut report: c::cairn_build_report = unsafe { std::mem::zeroed() }; // numbers and pointers
        report.size = size_of::<c::cairn_build_report>();
        // SAFETY: the build is ours, and the size is set.
        unsafe { c::cairn_build_get_report(self.raw, &mut report) };
        BuildReport {
            kind: Kind::from_number(report.kind).unwrap_or(Kind::Auto),
            bytes: report.bytes,
            reason: unsafe { get_text(report.reason) },
            problems: report.problems,
            cut: report.cut,
            suboptimality: report.suboptimality,
            median: report.median,
            target_met: report.target_met != 0,
            tried: report.tried,
        }
    }

    /// Writes the database to a file, which appears whole or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<()> {
        let name = encode(path.as_ref())?;
        // SAFETY: the build is ours.
        check_with(unsafe { c::cairn_build_write(self.raw, name.as_ptr()) }, self.get_detail())
    }

    /// The database as bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = 0;
        // SAFETY: the build is ours, and there is as much room as is said, aligned to 8 bytes.
        unsafe {
            let status = c::cairn_build_write_memory(self.raw, 0, ptr::null_mut(), &mut bytes);
            if status != c::CAIRN_CAPACITY {
                check(status)?;
            }
            let mut image = vec![0u64; bytes / 8 + 1];
            check(c::cairn_build_write_memory(self.raw, bytes, image.as_mut_ptr().cast(), &mut bytes))?;
            Ok(std::slice::from_raw_parts(image.as_ptr().cast::<u8>(), bytes).to_vec())
        }
    }

    /// The database of a finished build, in memory of its own.
    pub fn to_db(&self) -> Result<Db> {
        Db::from_bytes(&self.to_bytes()?)
    }
}

/// Builds the best database for a map; [`Build`] has settings, progress and a report.
pub fn build<P: Place>(map: &P) -> Result<Db> {
    Build::new(map, BuildSettings::default())?.run()?.to_db()
}
