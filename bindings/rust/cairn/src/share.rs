//! Threads that a game lends to a frame of a crowd.

use std::any::Any;
use std::cell::Cell;
use std::os::raw::c_void;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::ptr;
use std::sync::atomic::{AtomicU32, Ordering};

use cairn_sys as c;

/// What [`Crowd::step_shared`](crate::Crowd::step_shared) hands out: a call makes one piece of the frame.
pub type Piece<'a> = dyn Fn(u32) + Sync + 'a;

/// A function that shares pieces among threads, for one frame.
type Share<'a> = dyn FnMut(u32, &Piece<'_>) + 'a;

struct Lent<'a> {
    share: &'a mut Share<'a>,
    panic: Option<Box<dyn Any + Send>>,
}

/// What the library keeps a pointer to: where the function of the present frame is, if there is one.
pub(crate) struct Lending(Box<Cell<*mut c_void>>);

impl Lending {
    pub(crate) fn new() -> Lending {
        Lending(Box::new(Cell::new(ptr::null_mut())))
    }

    /// The context of [`share`]. It stays where it is as long as this.
    pub(crate) fn get_context(&self) -> *mut c_void {
        &*self.0 as *const Cell<*mut c_void> as *mut c_void
    }

    /// Makes a frame by `step`, whose pieces `share` gets. Its panic goes on when the frame is made.
    pub(crate) fn lend<'a, T>(&self, share: &'a mut Share<'a>, step: impl FnOnce() -> T) -> T {
        let mut lent = Lent { share, panic: None };
        self.0.set(&mut lent as *mut Lent<'_> as *mut c_void);
        let made = step();
        self.0.set(ptr::null_mut());
        if let Some(panic) = lent.panic {
            resume_unwind(panic);
        }
        made
    }
}

/// The pieces of a frame that are left. Whoever asks gets the next one: none is made twice, whatever
/// numbers are asked for.
struct Pieces {
    next: AtomicU32,
    count: u32,
    task: c::cairn_task_function,
    argument: *mut c_void,
}

// SAFETY: the library lets pieces of different numbers be made on any threads at once.
unsafe impl Sync for Pieces {}

impl Pieces {
    fn make_next(&self) -> bool {
        if self.next.load(Ordering::Relaxed) >= self.count {
            return false; // so that the number cannot wrap
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number < self.count {
            // SAFETY: this number is handed out once, and the frame waits for it.
            unsafe { (self.task)(self.argument, number) };
        }
        number < self.count
    }
}

/// The library's function that shares pieces. What is left when the game's function is done is made
/// here. That function cannot keep a piece for later, for it only borrows it.
pub(crate) unsafe extern "C" fn share(
    context: *mut c_void,
    count: u32,
    task: Option<c::cairn_task_function>,
    argument: *mut c_void,
) {
    let pieces = match task {
        Some(task) => Pieces { next: AtomicU32::new(0), count, task, argument },
        None => return,
    };
    let lent = (*(context as *const Cell<*mut c_void>)).get() as *mut Lent<'_>;
    if let Some(lent) = lent.as_mut() {
        let piece = |_| {
            pieces.make_next();
        };
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (lent.share)(count, &piece))) {
            lent.panic.get_or_insert(panic);
        }
    }
    while pieces.make_next() {}
}
