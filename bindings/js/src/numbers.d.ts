// Made by scripts/make-bindings from the headers: do not edit.

export declare const VERSION: string;
/** The widest and the highest map, in cells. */
export declare const MAX_SIDE: 16384;
/** The component of a blocked cell. */
export declare const NO_COMPONENT: 4294967295;
/** Stands for any component in cairn_map_find_nearest_cell(). */
export declare const ANY_COMPONENT: 4294967294;
export declare const DB_FORMAT_VERSION: 2;
/** The fewest units of work that a call may be limited to. */
export declare const MIN_WORK: 1024;
/** How far an agent goes while it is busy. */
export declare const BUSY_MOVES: 16;
/** The farthest that an agent goes through blocked cells, in cells of octile distance. */
export declare const LEAVE_CELLS: 64;
/** A target that only optimal walks meet. */
export declare const TARGET_OPTIMAL: 4294967295;
/** The most members of a crowd. */
export declare const MAX_CAPACITY: 1048576;
/** The least budget of a frame. */
export declare const MIN_CROWD_WORK: 32768;
/** Units that an order takes of the next frame, for each member. */
export declare const ORDER_WORK: 8;
/** No limit, where an option says so. */
export declare const UNLIMITED: 4294967295;
/** The default of `changes`. A change that opens something begins a rebuild at once. */
export declare const REPAIR_CHANGES: 16;
/** The least units of a call of cairn_repair_run(). */
export declare const MIN_REPAIR: 16384;

/** The result of every call that can fail. */
export declare const Status: {
  /** success */
  readonly OK: 0;
  /** an argument is null or out of range */
  readonly ARGUMENT: 1;
  /** out of memory */
  readonly MEMORY: 2;
  /** a file could not be read or written */
  readonly IO: 3;
  /** the text does not follow its format */
  readonly SYNTAX: 4;
  /** the input exceeds a limit of the library */
  readonly LIMIT: 5;
  /** the cell is blocked or outside the map */
  readonly BLOCKED: 6;
  /** no path joins the two cells */
  readonly NO_PATH: 7;
  /** the database, or what was saved, is damaged */
  readonly CORRUPT: 8;
  /** the format version, kind or definition is none that this library knows */
  readonly VERSION: 9;
  /** it was made for another map, corner setting or definition */
  readonly MISMATCH: 10;
  /** there is no room for more, of members or of learned values */
  readonly FULL: 11;
  /** the work was interrupted by its caller */
  readonly INTERRUPTED: 12;
  /** the caller's buffer is too small */
  readonly CAPACITY: 13;
  /** the map has no pair of cells a record could be made of */
  readonly NO_RECORD: 14;
  /** the database does not hold what its map demands */
  readonly INVALID: 15;
  /** the database is of another kind than is needed here */
  readonly KIND: 16;
  /** the units of work are used up before the work is done */
  readonly UNFINISHED: 17;
  /** the cell is taken by another agent, or kept free */
  readonly TAKEN: 18;
  /** the size that a struct begins with is not set */
  readonly NOT_SIZED: 19;
  /** the map was not opened as a changing one */
  readonly NOT_CHANGING: 20;
  /** a rectangle is empty, or it or a cell is not inside the map */
  readonly OUTSIDE: 21;
  /** nothing was started yet, or it failed to start */
  readonly NOT_STARTED: 22;
  /** the build has not been run to its end */
  readonly NOT_RUN: 23;
  /** the crowd has no such member, or not any more */
  readonly NO_MEMBER: 24;
  /** the crowd was made without occupancy */
  readonly NO_OCCUPANCY: 25;
  /** another thread uses the map */
  readonly IN_USE: 26;
};
export type Status = (typeof Status)[keyof typeof Status];

/** Whether a diagonal move may cut a corner. */
export declare const Corners: {
  /** a diagonal move needs both cells beside it open */
  readonly STRICT: 0;
  /** a diagonal move needs only its target open */
  readonly FREE: 1;
};
export type Corners = (typeof Corners)[keyof typeof Corners];

/** What a move costs. */
export declare const Costs: {
  /** a cardinal move costs 10, a diagonal one 14, in tenths */
  readonly OCTILE: 0;
  /** they cost 1 and the square root of 2; for A* alone */
  readonly SQRT2: 1;
};
export type Costs = (typeof Costs)[keyof typeof Costs];

/** A kind of database. */
export declare const Kind: {
  /** the best kind for the map, where one is asked for */
  readonly AUTO: 0;
  /** compressed optimal paths between random pairs of cells */
  readonly KNN: 1;
  /** regions of cells that climb to a seed, and ways between seeds */
  readonly REGIONS: 3;
  /** bends of the map, and the distances from each to shared hubs */
  readonly LABELS: 4;
  /** regions of the map, and entry states between all pairs of them */
  readonly DLRTA: 2;
  /** regions of square sectors, and ways between them */
  readonly DBA: 5;
  /** regions of cells that climb to a seed, and a list of their cells */
  readonly HCDPS: 6;
};
export type Kind = (typeof Kind)[keyof typeof Kind];

/** What a step did. */
export declare const StepKind: {
  /** one move */
  readonly MOVED: 0;
  /** one move, into the goal */
  readonly ARRIVED: 1;
  /** none */
  readonly WAITED: 2;
  /** none */
  readonly STRANDED: 3;
  /** none */
  readonly CUT_OFF: 4;
  /** one move out of blocked cells (CAIRN_STRANDED_LEAVE) */
  readonly LEAVING: 5;
};
export type StepKind = (typeof StepKind)[keyof typeof StepKind];

/** What an agent does in a step whose budget is used up before it knows where to go. */
export declare const BusyPolicy: {
  /** it stays where it is */
  readonly WAIT: 0;
  /** it goes straight towards the goal, at most CAIRN_BUSY_MOVES moves from where its plan begins, then waits */
  readonly MOVE: 1;
};
export type BusyPolicy = (typeof BusyPolicy)[keyof typeof BusyPolicy];

/** Where an agent heads for if no path joins its start to the goal. */
export declare const GoalPolicy: {
  /** nowhere */
  readonly EXACT: 0;
  /** for the nearest cell to the goal that a path joins to the start (cairn_map_find_nearest_cell()), which steps search */
  readonly NEAREST: 1;
};
export type GoalPolicy = (typeof GoalPolicy)[keyof typeof GoalPolicy];

/** What an agent does whose own cell is blocked by a change of the map. */
export declare const StrandedPolicy: {
  /** it stays where it is until its cell is open again */
  readonly STAY: 0;
  /** it goes straight, through blocked cells, to the nearest open one that a path joins to the goal */
  readonly LEAVE: 1;
};
export type StrandedPolicy = (typeof StrandedPolicy)[keyof typeof StrandedPolicy];

/** The states of a member. */
export declare const MemberState: {
  /** the place is free */
  readonly NONE: 0;
  /** it has no order */
  readonly IDLE: 1;
  /** it has no plan yet */
  readonly WAITING: 2;
  /** it walks by its plan */
  readonly WALKING: 3;
  /** it is where it was ordered to */
  readonly ARRIVED: 4;
  /** a change has blocked its own cell */
  readonly STRANDED: 5;
  /** the same, and it goes to an open one (CAIRN_STRANDED_LEAVE) */
  readonly LEAVING: 6;
  /** a change has blocked its goal or the way there */
  readonly CUT_OFF: 7;
  /** the database, which is damaged, leads no further */
  readonly LOST: 8;
  /** others are in its way, and it stays farther from its goal than one that has arrived */
  readonly SETTLED: 9;
};
export type MemberState = (typeof MemberState)[keyof typeof MemberState];

/** Whether members keep clear of each other. */
export declare const Occupancy: {
  /** any number of members may share a cell */
  readonly OFF: 0;
  /** at most one member in a cell */
  readonly CELLS: 1;
};
export type Occupancy = (typeof Occupancy)[keyof typeof Occupancy];

/** What a figure counts. */
export declare const FigureUnit: {
  /** a number as it is */
  readonly COUNT: 0;
  /** 0 no, 1 yes */
  readonly FLAG: 1;
};
export type FigureUnit = (typeof FigureUnit)[keyof typeof FigureUnit];

/** An algorithm. */
export declare const Algorithm: {
  /** the one that the database is made for */
  readonly AUTO: 0;
  /** kNN LRTA*: the subgoals of the most similar record */
  readonly KNN: 1;
  /** LRTA* */
  readonly LRTA: 2;
  /** climbs from seed to seed */
  readonly REGIONS: 11;
  /** optimal paths by hub labels over the map's bends */
  readonly LABELS: 12;
  /** A*: the whole path before the first move */
  readonly ASTAR: 3;
  /** TBA*: time-bounded A* */
  readonly TBA: 4;
  /** LRTS: look-ahead by depth, max of mins, backtracking */
  readonly LRTS: 5;
  /** RTAA*: look-ahead by A*, learns in all expanded states */
  readonly RTAA: 6;
  /** LSS-LRTA*: the same look-ahead, learns by Dijkstra's algorithm */
  readonly LSS: 7;
  /** D LRTA*: LRTA* to the entry state of the next region */
  readonly DLRTA: 10;
  /** LRTA*(k) */
  readonly LRTAK: 16;
  /** P-LRTA*: makes the most promising updates, from a queue */
  readonly PLRTA: 17;
  /** FALCONS: learns g as well as h, and goes by their sum */
  readonly FALCONS: 18;
  /** DBA*: from region to region of square sectors, without learning */
  readonly DBA: 13;
  /** HCDPS: from seed to seed by climbs, without learning */
  readonly HCDPS: 14;
};
export type Algorithm = (typeof Algorithm)[keyof typeof Algorithm];

/** The numbers of the options. */
export declare const Option: {
  readonly CANDIDATES: 1;
  readonly CUTOFF: 2;
  readonly QUOTA: 3;
  readonly G_MAX: 4;
  readonly WITHOUT: 5;
  readonly RANK: 6;
  readonly SKIP: 7;
  readonly WEIGHT: 8;
  readonly LOOKAHEAD: 9;
  readonly MOVEMENTS: 10;
  readonly DEPTH: 11;
  readonly LEARNING_QUOTA: 12;
  readonly HISTORY: 13;
  readonly SLICE: 14;
  readonly TRACE_RATIO: 15;
  readonly LEARNED_CAPACITY: 16;
  readonly NO_GROWTH: 17;
  readonly COSTS: 18;
  readonly LOOKUP: 19;
  readonly UPDATES: 24;
  readonly QUEUE: 25;
  readonly KEEP_LEARNING: 26;
  readonly ADAPTIVE: 27;
  readonly RECORDS: 64;
  readonly SEED: 65;
  readonly SKIP_DIRECT: 66;
  readonly FALLBACK: 67;
  readonly MAX_ENTRIES: 69;
  readonly LEVEL: 70;
  readonly REGION_CUTOFF: 71;
  readonly TABLE_REGIONS: 72;
  readonly RANGE_REGIONS: 73;
  readonly PROBLEMS: 74;
  readonly MAX_SECONDS: 75;
  readonly CLIQUES: 76;
  readonly SECTOR: 77;
  readonly NEIGHBOURHOOD: 78;
};
export type Option = (typeof Option)[keyof typeof Option];

/** How questions are answered. */
export declare const Method: {
  /** labels if the planner has some */
  readonly AUTO: 0;
  /** A* over cells */
  readonly ASTAR: 1;
  /** jump point search */
  readonly JUMP: 2;
  /** labels of a database of kind labels, or of an engine */
  readonly LABELS: 3;
};
export type Method = (typeof Method)[keyof typeof Method];

/** What a repair is doing. */
export declare const RepairPhase: {
  /** it waits for changes */
  readonly IDLE: 0;
  /** cairn_repair_run() has work to do */
  readonly BUILDING: 1;
  /** a database waits for cairn_repair_swap() */
  readonly READY: 2;
};
export type RepairPhase = (typeof RepairPhase)[keyof typeof RepairPhase];
