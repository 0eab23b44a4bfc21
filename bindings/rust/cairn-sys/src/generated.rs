// Made by scripts/make-bindings from the headers: do not edit.

pub const VERSION: &str = "0.1.0";
pub const CAIRN_VERSION_MAJOR: u32 = 0;
pub const CAIRN_VERSION_MINOR: u32 = 1;
pub const CAIRN_VERSION_PATCH: u32 = 0;
pub const CAIRN_MAX_SIDE: u32 = 16384;
pub const CAIRN_NO_COMPONENT: u32 = 4294967295;
pub const CAIRN_ANY_COMPONENT: u32 = 4294967294;
pub const CAIRN_DB_FORMAT_VERSION: u32 = 2;
pub const CAIRN_MIN_WORK: u32 = 1024;
pub const CAIRN_BUSY_MOVES: u32 = 16;
pub const CAIRN_LEAVE_CELLS: u32 = 64;
pub const CAIRN_TARGET_OPTIMAL: u32 = 4294967295;
pub const CAIRN_MAX_CAPACITY: u32 = 1048576;
pub const CAIRN_MIN_CROWD_WORK: u32 = 32768;
pub const CAIRN_ORDER_WORK: u32 = 8;
pub const CAIRN_UNLIMITED: u32 = 4294967295;
pub const CAIRN_REPAIR_CHANGES: u32 = 16;
pub const CAIRN_MIN_REPAIR: u32 = 16384;

pub const CAIRN_OK: i32 = 0;
pub const CAIRN_ARGUMENT: i32 = 1;
pub const CAIRN_MEMORY: i32 = 2;
pub const CAIRN_IO: i32 = 3;
pub const CAIRN_SYNTAX: i32 = 4;
pub const CAIRN_LIMIT: i32 = 5;
pub const CAIRN_BLOCKED: i32 = 6;
pub const CAIRN_NO_PATH: i32 = 7;
pub const CAIRN_CORRUPT: i32 = 8;
pub const CAIRN_VERSION: i32 = 9;
pub const CAIRN_MISMATCH: i32 = 10;
pub const CAIRN_FULL: i32 = 11;
pub const CAIRN_INTERRUPTED: i32 = 12;
pub const CAIRN_CAPACITY: i32 = 13;
pub const CAIRN_NO_RECORD: i32 = 14;
pub const CAIRN_INVALID: i32 = 15;
pub const CAIRN_KIND: i32 = 16;
pub const CAIRN_UNFINISHED: i32 = 17;
pub const CAIRN_TAKEN: i32 = 18;
pub const CAIRN_NOT_SIZED: i32 = 19;
pub const CAIRN_NOT_CHANGING: i32 = 20;
pub const CAIRN_OUTSIDE: i32 = 21;
pub const CAIRN_NOT_STARTED: i32 = 22;
pub const CAIRN_NOT_RUN: i32 = 23;
pub const CAIRN_NO_MEMBER: i32 = 24;
pub const CAIRN_NO_OCCUPANCY: i32 = 25;
pub const CAIRN_IN_USE: i32 = 26;

pub const CAIRN_CORNERS_STRICT: u32 = 0;
pub const CAIRN_CORNERS_FREE: u32 = 1;

pub const CAIRN_COSTS_OCTILE: u32 = 0;
pub const CAIRN_COSTS_SQRT2: u32 = 1;

pub const CAIRN_DB_KNN: u32 = 1;
pub const CAIRN_DB_REGIONS: u32 = 3;
pub const CAIRN_DB_LABELS: u32 = 4;
pub const CAIRN_DB_DLRTA: u32 = 2;
pub const CAIRN_DB_DBA: u32 = 5;
pub const CAIRN_DB_HCDPS: u32 = 6;

pub const CAIRN_STEP_MOVED: u32 = 0;
pub const CAIRN_STEP_ARRIVED: u32 = 1;
pub const CAIRN_STEP_WAITED: u32 = 2;
pub const CAIRN_STEP_STRANDED: u32 = 3;
pub const CAIRN_STEP_CUT_OFF: u32 = 4;
pub const CAIRN_STEP_LEAVING: u32 = 5;

pub const CAIRN_BUSY_WAIT: u32 = 0;
pub const CAIRN_BUSY_MOVE: u32 = 1;

pub const CAIRN_GOAL_EXACT: u32 = 0;
pub const CAIRN_GOAL_NEAREST: u32 = 1;

pub const CAIRN_STRANDED_STAY: u32 = 0;
pub const CAIRN_STRANDED_LEAVE: u32 = 1;

pub const CAIRN_MEMBER_NONE: u32 = 0;
pub const CAIRN_MEMBER_IDLE: u32 = 1;
pub const CAIRN_MEMBER_WAITING: u32 = 2;
pub const CAIRN_MEMBER_WALKING: u32 = 3;
pub const CAIRN_MEMBER_ARRIVED: u32 = 4;
pub const CAIRN_MEMBER_STRANDED: u32 = 5;
pub const CAIRN_MEMBER_LEAVING: u32 = 6;
pub const CAIRN_MEMBER_CUT_OFF: u32 = 7;
pub const CAIRN_MEMBER_LOST: u32 = 8;
pub const CAIRN_MEMBER_SETTLED: u32 = 9;

pub const CAIRN_OCCUPANCY_OFF: u32 = 0;
pub const CAIRN_OCCUPANCY_CELLS: u32 = 1;

pub const CAIRN_FIGURE_COUNT: u32 = 0;
pub const CAIRN_FIGURE_FLAG: u32 = 1;

pub const CAIRN_ALGORITHM_AUTO: u32 = 0;
pub const CAIRN_KNN: u32 = 1;
pub const CAIRN_LRTA: u32 = 2;
pub const CAIRN_REGIONS: u32 = 11;
pub const CAIRN_LABELS: u32 = 12;
pub const CAIRN_ASTAR: u32 = 3;
pub const CAIRN_TBA: u32 = 4;
pub const CAIRN_LRTS: u32 = 5;
pub const CAIRN_RTAA: u32 = 6;
pub const CAIRN_LSS: u32 = 7;
pub const CAIRN_DLRTA: u32 = 10;
pub const CAIRN_LRTAK: u32 = 16;
pub const CAIRN_PLRTA: u32 = 17;
pub const CAIRN_FALCONS: u32 = 18;
pub const CAIRN_DBA: u32 = 13;
pub const CAIRN_HCDPS: u32 = 14;

pub const CAIRN_OPTION_CANDIDATES: u32 = 1;
pub const CAIRN_OPTION_CUTOFF: u32 = 2;
pub const CAIRN_OPTION_QUOTA: u32 = 3;
pub const CAIRN_OPTION_G_MAX: u32 = 4;
pub const CAIRN_OPTION_WITHOUT: u32 = 5;
pub const CAIRN_OPTION_RANK: u32 = 6;
pub const CAIRN_OPTION_SKIP: u32 = 7;
pub const CAIRN_OPTION_WEIGHT: u32 = 8;
pub const CAIRN_OPTION_LOOKAHEAD: u32 = 9;
pub const CAIRN_OPTION_MOVEMENTS: u32 = 10;
pub const CAIRN_OPTION_DEPTH: u32 = 11;
pub const CAIRN_OPTION_LEARNING_QUOTA: u32 = 12;
pub const CAIRN_OPTION_HISTORY: u32 = 13;
pub const CAIRN_OPTION_SLICE: u32 = 14;
pub const CAIRN_OPTION_TRACE_RATIO: u32 = 15;
pub const CAIRN_OPTION_LEARNED_CAPACITY: u32 = 16;
pub const CAIRN_OPTION_NO_GROWTH: u32 = 17;
pub const CAIRN_OPTION_COSTS: u32 = 18;
pub const CAIRN_OPTION_LOOKUP: u32 = 19;
pub const CAIRN_OPTION_UPDATES: u32 = 24;
pub const CAIRN_OPTION_QUEUE: u32 = 25;
pub const CAIRN_OPTION_KEEP_LEARNING: u32 = 26;
pub const CAIRN_OPTION_ADAPTIVE: u32 = 27;
pub const CAIRN_OPTION_RECORDS: u32 = 64;
pub const CAIRN_OPTION_SEED: u32 = 65;
pub const CAIRN_OPTION_SKIP_DIRECT: u32 = 66;
pub const CAIRN_OPTION_FALLBACK: u32 = 67;
pub const CAIRN_OPTION_MAX_ENTRIES: u32 = 69;
pub const CAIRN_OPTION_LEVEL: u32 = 70;
pub const CAIRN_OPTION_REGION_CUTOFF: u32 = 71;
pub const CAIRN_OPTION_TABLE_REGIONS: u32 = 72;
pub const CAIRN_OPTION_RANGE_REGIONS: u32 = 73;
pub const CAIRN_OPTION_PROBLEMS: u32 = 74;
pub const CAIRN_OPTION_MAX_SECONDS: u32 = 75;
pub const CAIRN_OPTION_CLIQUES: u32 = 76;
pub const CAIRN_OPTION_SECTOR: u32 = 77;
pub const CAIRN_OPTION_NEIGHBOURHOOD: u32 = 78;

pub const CAIRN_METHOD_AUTO: u32 = 0;
pub const CAIRN_METHOD_ASTAR: u32 = 1;
pub const CAIRN_METHOD_JUMP: u32 = 2;
pub const CAIRN_METHOD_LABELS: u32 = 3;

pub const CAIRN_REPAIR_IDLE: u32 = 0;
pub const CAIRN_REPAIR_BUILDING: u32 = 1;
pub const CAIRN_REPAIR_READY: u32 = 2;

#[repr(C)]
pub struct cairn_map {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_db {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_planner {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_landmarks {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_engine {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_agent {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_fragments {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_build {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_crowd {
    _private: [u8; 0],
}

#[repr(C)]
pub struct cairn_repair {
    _private: [u8; 0],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_allocator {
    pub allocate: Option<unsafe extern "C" fn(context: *mut c_void, bytes: usize) -> *mut c_void>,
    pub release: Option<unsafe extern "C" fn(context: *mut c_void, memory: *mut c_void)>,
    pub context: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_option {
    pub option: u32,
    pub reserved: u32,
    pub value: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_detail {
    pub line: u64,
    pub offset: u64,
    pub text: [c_char; 160],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_map_def {
    pub size: u32,
    pub corners: u32,
    pub changing: i32,
    pub reserved: u32,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_map_info {
    pub size: u32,
    pub width: u32,
    pub height: u32,
    pub corners: u32,
    pub open_cells: u32,
    pub components: u32,
    pub largest_component: u32,
    pub fingerprint: u64,
    pub bytes: usize,
    pub state: u64,
    pub version: u32,
    pub reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_change {
    pub rect: cairn_rect,
    pub open: i32,
    pub reserved: u32,
    pub cells: *const u8,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_db_def {
    pub size: u32,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_db_info {
    pub size: u32,
    pub kind: u32,
    pub algorithm: u32,
    pub corners: u32,
    pub width: u32,
    pub height: u32,
    pub fingerprint: u64,
    pub bytes: u64,
    pub header_bytes: u32,
    pub format_version: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_planner_def {
    pub size: u32,
    pub method: u32,
    pub costs: u32,
    pub landmarks: *const cairn_landmarks,
    pub engine: *const cairn_engine,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_step {
    pub kind: u32,
    pub cell: u32,
    pub units: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_agent_def {
    pub size: u32,
    pub algorithm: u32,
    pub max_work: u32,
    pub busy: u32,
    pub goal_policy: u32,
    pub stranded_policy: u32,
    pub option_count: u32,
    pub options: *const cairn_option,
    pub fragments: *const cairn_fragments,
    pub landmarks: *const cairn_landmarks,
    pub planner: *mut cairn_planner,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_progress {
    pub phase: u32,
    pub kind: u32,
    pub name: *const c_char,
    pub unit: *const c_char,
    pub done: u64,
    pub total: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_build_def {
    pub size: u32,
    pub kind: u32,
    pub threads: u32,
    pub target: u32,
    pub max_bytes: u64,
    pub option_count: u32,
    pub options: *const cairn_option,
    pub progress: Option<cairn_progress_function>,
    pub progress_context: *mut c_void,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_build_report {
    pub size: u32,
    pub kind: u32,
    pub bytes: u64,
    pub reason: *const c_char,
    pub problems: u32,
    pub cut: u32,
    pub suboptimality: u64,
    pub median: u64,
    pub target_met: i32,
    pub tried: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_crowd_def {
    pub size: u32,
    pub capacity: u32,
    pub max_work: u64,
    pub stays: u32,
    pub goal_policy: u32,
    pub stranded_policy: u32,
    pub occupancy: u32,
    pub planner: *mut cairn_planner,
    pub share: Option<cairn_share_function>,
    pub share_context: *mut c_void,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_crowd_frame {
    pub size: u32,
    pub frame: u32,
    pub moved: u32,
    pub arrived: u32,
    pub walking: u32,
    pub waiting: u32,
    pub pending: u32,
    pub longest_wait: u32,
    pub units: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_crowd_info {
    pub size: u32,
    pub capacity: u32,
    pub members: u32,
    pub used: u32,
    pub bytes: u64,
    pub hash: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_member_info {
    pub size: u32,
    pub state: u32,
    pub cell: u32,
    pub goal: u32,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_figure {
    pub name: *const c_char,
    pub unit: u32,
    pub value: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_agent_stats {
    pub size: u32,
    pub selections: u32,
    pub failures: u32,
    pub reserved: u32,
    pub cost: u64,
    pub moves: u64,
    pub diagonal: u64,
    pub learned: u64,
    pub open_closed: u64,
    pub memory_states: u64,
    pub memory_bytes: u64,
    pub raises: u64,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_repair_def {
    pub size: u32,
    pub changes: u32,
    pub allocator: *const cairn_allocator,
    pub detail: *mut cairn_detail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct cairn_repair_info {
    pub size: u32,
    pub phase: u32,
    pub units: u64,
    pub before: u64,
    pub version: u32,
    pub swaps: u32,
}

pub type cairn_progress_function =
    unsafe extern "C" fn(context: *mut c_void, progress: *const cairn_progress) -> i32;

pub type cairn_task_function =
    unsafe extern "C" fn(argument: *mut c_void, number: u32);

pub type cairn_share_function =
    unsafe extern "C" fn(context: *mut c_void, count: u32, task: Option<cairn_task_function>, argument: *mut c_void);

extern "C" {
    pub fn cairn_status_get_text(status: i32) -> *const c_char;
    pub fn cairn_status_get_name(status: i32) -> *const c_char;
    pub fn cairn_get_version() -> *const c_char;
    pub fn cairn_get_detail(of: *const c_void, detail: *mut cairn_detail);
    pub fn cairn_map_open(path: *const c_char, def: *const cairn_map_def, map: *mut *mut cairn_map) -> i32;
    pub fn cairn_map_open_memory(text: *const c_void, bytes: usize, def: *const cairn_map_def, map: *mut *mut cairn_map) -> i32;
    pub fn cairn_map_create(width: u32, height: u32, cells: *const u8, def: *const cairn_map_def, map: *mut *mut cairn_map) -> i32;
    pub fn cairn_map_close(map: *mut cairn_map);
    pub fn cairn_map_get_info(map: *const cairn_map, info: *mut cairn_map_info) -> i32;
    pub fn cairn_map_is_open(map: *const cairn_map, cell: u32) -> i32;
    pub fn cairn_map_get_component(map: *const cairn_map, cell: u32) -> u32;
    pub fn cairn_map_has_path(map: *const cairn_map, from: u32, to: u32) -> i32;
    pub fn cairn_map_find_nearest_cell(map: *const cairn_map, cell: u32, component: u32, nearest: *mut u32) -> i32;
    pub fn cairn_map_get_cells(map: *const cairn_map, rect: *const cairn_rect, cells: *mut u8) -> i32;
    pub fn cairn_map_change(map: *mut cairn_map, changes: *const cairn_change, count: usize) -> i32;
    pub fn cairn_map_set_rect(map: *mut cairn_map, rect: *const cairn_rect, open: i32) -> i32;
    pub fn cairn_map_set_cells(map: *mut cairn_map, cells: *const u32, count: usize, open: i32) -> i32;
    pub fn cairn_map_copy(map: *const cairn_map, def: *const cairn_map_def, copy: *mut *mut cairn_map) -> i32;
    pub fn cairn_map_save_changes_memory(map: *const cairn_map, capacity: usize, block: *mut c_void, bytes: *mut usize) -> i32;
    pub fn cairn_map_load_changes_memory(map: *mut cairn_map, block: *const c_void, bytes: usize, detail: *mut cairn_detail) -> i32;
    pub fn cairn_db_open(path: *const c_char, def: *const cairn_db_def, db: *mut *mut cairn_db) -> i32;
    pub fn cairn_db_open_memory(image: *const c_void, bytes: usize, def: *const cairn_db_def, db: *mut *mut cairn_db) -> i32;
    pub fn cairn_db_close(db: *mut cairn_db);
    pub fn cairn_db_get_info(db: *const cairn_db, info: *mut cairn_db_info) -> i32;
    pub fn cairn_db_verify(db: *const cairn_db, map: *const cairn_map, detail: *mut cairn_detail) -> i32;
    pub fn cairn_planner_create(map: *const cairn_map, db: *const cairn_db, def: *const cairn_planner_def, planner: *mut *mut cairn_planner) -> i32;
    pub fn cairn_planner_destroy(planner: *mut cairn_planner);
    pub fn cairn_planner_set_db(planner: *mut cairn_planner, db: *const cairn_db, detail: *mut cairn_detail) -> i32;
    pub fn cairn_planner_find(planner: *mut cairn_planner, from: u32, to: u32, tenths: *mut u32) -> i32;
    pub fn cairn_planner_ask(planner: *mut cairn_planner, from: u32, to: u32) -> i32;
    pub fn cairn_planner_get_distance(planner: *const cairn_planner, tenths: *mut u32) -> i32;
    pub fn cairn_planner_get_path(planner: *mut cairn_planner, first: usize, capacity: usize, cells: *mut u32, count: *mut usize) -> i32;
    pub fn cairn_planner_get_waypoints(planner: *mut cairn_planner, first: usize, capacity: usize, cells: *mut u32, count: *mut usize) -> i32;
    pub fn cairn_planner_run(planner: *mut cairn_planner, units: u64, spent: *mut u64) -> i32;
    pub fn cairn_agent_create(map: *const cairn_map, db: *const cairn_db, def: *const cairn_agent_def, agent: *mut *mut cairn_agent) -> i32;
    pub fn cairn_agent_destroy(agent: *mut cairn_agent);
    pub fn cairn_agent_start(agent: *mut cairn_agent, start: u32, goal: u32) -> i32;
    pub fn cairn_agent_step(agent: *mut cairn_agent, step: *mut cairn_step) -> i32;
    pub fn cairn_agent_get_cell(agent: *const cairn_agent) -> u32;
    pub fn cairn_agent_get_goal(agent: *const cairn_agent) -> u32;
    pub fn cairn_agent_get_size(map: *const cairn_map, db: *const cairn_db, def: *const cairn_agent_def, bytes: *mut usize) -> i32;
    pub fn cairn_agent_create_in(map: *const cairn_map, db: *const cairn_db, def: *const cairn_agent_def, memory: *mut c_void, bytes: usize, agent: *mut *mut cairn_agent) -> i32;
    pub fn cairn_agent_set_db(agent: *mut cairn_agent, db: *const cairn_db, detail: *mut cairn_detail) -> i32;
    pub fn cairn_build_create(map: *const cairn_map, def: *const cairn_build_def, build: *mut *mut cairn_build) -> i32;
    pub fn cairn_build_destroy(build: *mut cairn_build);
    pub fn cairn_build_run(build: *mut cairn_build) -> i32;
    pub fn cairn_build_get_report(build: *const cairn_build, report: *mut cairn_build_report) -> i32;
    pub fn cairn_build_write(build: *const cairn_build, path: *const c_char) -> i32;
    pub fn cairn_build_write_memory(build: *const cairn_build, capacity: usize, image: *mut c_void, bytes: *mut usize) -> i32;
    pub fn cairn_build_open_db(build: *mut cairn_build, db: *mut *mut cairn_db) -> i32;
    pub fn cairn_crowd_create(map: *const cairn_map, db: *const cairn_db, def: *const cairn_crowd_def, crowd: *mut *mut cairn_crowd) -> i32;
    pub fn cairn_crowd_get_size(map: *const cairn_map, db: *const cairn_db, def: *const cairn_crowd_def, bytes: *mut usize) -> i32;
    pub fn cairn_crowd_create_in(map: *const cairn_map, db: *const cairn_db, def: *const cairn_crowd_def, memory: *mut c_void, bytes: usize, crowd: *mut *mut cairn_crowd) -> i32;
    pub fn cairn_crowd_destroy(crowd: *mut cairn_crowd);
    pub fn cairn_crowd_add(crowd: *mut cairn_crowd, cell: u32, member: *mut u32) -> i32;
    pub fn cairn_crowd_remove(crowd: *mut cairn_crowd, member: u32) -> i32;
    pub fn cairn_crowd_order(crowd: *mut cairn_crowd, members: *const u32, count: usize, goal: u32) -> i32;
    pub fn cairn_crowd_halt(crowd: *mut cairn_crowd, member: u32) -> i32;
    pub fn cairn_crowd_push(crowd: *mut cairn_crowd, member: u32, cell: u32) -> i32;
    pub fn cairn_crowd_step(crowd: *mut cairn_crowd, frame: *mut cairn_crowd_frame) -> i32;
    pub fn cairn_crowd_get_cells(crowd: *const cairn_crowd) -> *const u32;
    pub fn cairn_crowd_get_states(crowd: *const cairn_crowd) -> *const u8;
    pub fn cairn_crowd_get_info(crowd: *const cairn_crowd, info: *mut cairn_crowd_info) -> i32;
    pub fn cairn_crowd_get_member(crowd: *const cairn_crowd, member: u32, info: *mut cairn_member_info) -> i32;
    pub fn cairn_crowd_find(crowd: *const cairn_crowd, cell: u32) -> u32;
    pub fn cairn_crowd_reserve(crowd: *mut cairn_crowd, cell: u32, frames: u32) -> i32;
    pub fn cairn_crowd_set_db(crowd: *mut cairn_crowd, db: *const cairn_db, detail: *mut cairn_detail) -> i32;
    pub fn cairn_crowd_save(crowd: *mut cairn_crowd, capacity: usize, block: *mut c_void, bytes: *mut usize) -> i32;
    pub fn cairn_crowd_load(crowd: *mut cairn_crowd, block: *const c_void, bytes: usize, detail: *mut cairn_detail) -> i32;
    pub fn cairn_kind_get_name(kind: u32) -> *const c_char;
    pub fn cairn_db_get_figure(db: *const cairn_db, index: u32, figure: *mut cairn_figure) -> i32;
    pub fn cairn_db_find_figure(db: *const cairn_db, name: *const c_char, value: *mut u64) -> i32;
    pub fn cairn_algorithm_get_name(algorithm: u32) -> *const c_char;
    pub fn cairn_algorithm_find(word: *const c_char, algorithm: *mut u32) -> i32;
    pub fn cairn_agent_get_stats(agent: *const cairn_agent, stats: *mut cairn_agent_stats) -> i32;
    pub fn cairn_agent_forget(agent: *mut cairn_agent) -> i32;
    pub fn cairn_repair_create(map: *mut cairn_map, db: *const cairn_db, def: *const cairn_repair_def, repair: *mut *mut cairn_repair) -> i32;
    pub fn cairn_repair_destroy(repair: *mut cairn_repair);
    pub fn cairn_repair_follow(repair: *mut cairn_repair) -> i32;
    pub fn cairn_repair_run(repair: *mut cairn_repair, units: u64, spent: *mut u64) -> i32;
    pub fn cairn_repair_get_info(repair: *const cairn_repair, info: *mut cairn_repair_info) -> i32;
    pub fn cairn_repair_swap(repair: *mut cairn_repair, db: *mut *const cairn_db) -> i32;
    pub fn cairn_map_save_changes(map: *const cairn_map, path: *const c_char, detail: *mut cairn_detail) -> i32;
    pub fn cairn_map_load_changes(map: *mut cairn_map, path: *const c_char, detail: *mut cairn_detail) -> i32;
}
