//! Out of memory, in a process of its own.
#![cfg(target_os = "linux")]

use cairn::{Cell, Corners, Map, Planner, PlannerSettings, Status};

#[repr(C)]
struct Limit {
    soft: u64,
    hard: u64,
}

extern "C" {
    fn getrlimit(resource: i32, limit: *mut Limit) -> i32;
    fn setrlimit(resource: i32, limit: *const Limit) -> i32;
}

const ADDRESS_SPACE: i32 = 9;

#[test]
fn out_of_memory() {
    let cells = vec![1; 16000 * 16000];
    let map = Map::from_cells(16000, 16000, &cells, Corners::Strict).unwrap();
    drop(cells);
    let mut old = Limit { soft: 0, hard: 0 };
    // SAFETY: plain calls of libc.
    unsafe { assert_eq!(getrlimit(ADDRESS_SPACE, &mut old), 0) };
    let least = Limit { soft: 2 << 30, hard: old.hard };
    unsafe { assert_eq!(setrlimit(ADDRESS_SPACE, &least), 0) };
    let mut planner = Planner::new(&map, None, PlannerSettings::default()).unwrap();
    let failure = planner.find_distance(Cell::default(), Cell::default()).err().map(|error| error.status); // 4 GB
    unsafe { assert_eq!(setrlimit(ADDRESS_SPACE, &old), 0) };
    assert_eq!(failure, Some(Status::Memory));
}
