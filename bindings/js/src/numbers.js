// Made by scripts/make-bindings from the headers: do not edit.

export const VERSION = "0.1.0";
export const MAX_SIDE = 16384;
export const NO_COMPONENT = 4294967295;
export const ANY_COMPONENT = 4294967294;
export const DB_FORMAT_VERSION = 2;
export const MIN_WORK = 1024;
export const BUSY_MOVES = 16;
export const LEAVE_CELLS = 64;
export const TARGET_OPTIMAL = 4294967295;
export const MAX_CAPACITY = 1048576;
export const MIN_CROWD_WORK = 32768;
export const ORDER_WORK = 8;
export const UNLIMITED = 4294967295;
export const REPAIR_CHANGES = 16;
export const MIN_REPAIR = 16384;

export const Status = Object.freeze({
  OK: 0,
  ARGUMENT: 1,
  MEMORY: 2,
  IO: 3,
  SYNTAX: 4,
  LIMIT: 5,
  BLOCKED: 6,
  NO_PATH: 7,
  CORRUPT: 8,
  VERSION: 9,
  MISMATCH: 10,
  FULL: 11,
  INTERRUPTED: 12,
  CAPACITY: 13,
  NO_RECORD: 14,
  INVALID: 15,
  KIND: 16,
  UNFINISHED: 17,
  TAKEN: 18,
  NOT_SIZED: 19,
  NOT_CHANGING: 20,
  OUTSIDE: 21,
  NOT_STARTED: 22,
  NOT_RUN: 23,
  NO_MEMBER: 24,
  NO_OCCUPANCY: 25,
  IN_USE: 26,
});

export const Corners = Object.freeze({
  STRICT: 0,
  FREE: 1,
});

export const Costs = Object.freeze({
  OCTILE: 0,
  SQRT2: 1,
});

export const Kind = Object.freeze({
  AUTO: 0,
  KNN: 1,
  REGIONS: 3,
  LABELS: 4,
  DLRTA: 2,
  DBA: 5,
  HCDPS: 6,
});

export const StepKind = Object.freeze({
  MOVED: 0,
  ARRIVED: 1,
  WAITED: 2,
  STRANDED: 3,
  CUT_OFF: 4,
  LEAVING: 5,
});

export const BusyPolicy = Object.freeze({
  WAIT: 0,
  MOVE: 1,
});

export const GoalPolicy = Object.freeze({
  EXACT: 0,
  NEAREST: 1,
});

export const StrandedPolicy = Object.freeze({
  STAY: 0,
  LEAVE: 1,
});

export const MemberState = Object.freeze({
  NONE: 0,
  IDLE: 1,
  WAITING: 2,
  WALKING: 3,
  ARRIVED: 4,
  STRANDED: 5,
  LEAVING: 6,
  CUT_OFF: 7,
  LOST: 8,
  SETTLED: 9,
});

export const Occupancy = Object.freeze({
  OFF: 0,
  CELLS: 1,
});

export const FigureUnit = Object.freeze({
  COUNT: 0,
  FLAG: 1,
});

export const Algorithm = Object.freeze({
  AUTO: 0,
  KNN: 1,
  LRTA: 2,
  REGIONS: 11,
  LABELS: 12,
  ASTAR: 3,
  TBA: 4,
  LRTS: 5,
  RTAA: 6,
  LSS: 7,
  DLRTA: 10,
  LRTAK: 16,
  PLRTA: 17,
  FALCONS: 18,
  DBA: 13,
  HCDPS: 14,
});

export const Option = Object.freeze({
  CANDIDATES: 1,
  CUTOFF: 2,
  QUOTA: 3,
  G_MAX: 4,
  WITHOUT: 5,
  RANK: 6,
  SKIP: 7,
  WEIGHT: 8,
  LOOKAHEAD: 9,
  MOVEMENTS: 10,
  DEPTH: 11,
  LEARNING_QUOTA: 12,
  HISTORY: 13,
  SLICE: 14,
  TRACE_RATIO: 15,
  LEARNED_CAPACITY: 16,
  NO_GROWTH: 17,
  COSTS: 18,
  LOOKUP: 19,
  UPDATES: 24,
  QUEUE: 25,
  KEEP_LEARNING: 26,
  ADAPTIVE: 27,
  RECORDS: 64,
  SEED: 65,
  SKIP_DIRECT: 66,
  FALLBACK: 67,
  MAX_ENTRIES: 69,
  LEVEL: 70,
  REGION_CUTOFF: 71,
  TABLE_REGIONS: 72,
  RANGE_REGIONS: 73,
  PROBLEMS: 74,
  MAX_SECONDS: 75,
  CLIQUES: 76,
  SECTOR: 77,
  NEIGHBOURHOOD: 78,
});

export const Method = Object.freeze({
  AUTO: 0,
  ASTAR: 1,
  JUMP: 2,
  LABELS: 3,
});

export const RepairPhase = Object.freeze({
  IDLE: 0,
  BUILDING: 1,
  READY: 2,
});
