/// <reference lib="esnext.disposable" />
export * from "./numbers.js";
import type { Algorithm, BusyPolicy, Corners, Costs, GoalPolicy, Kind, MemberState, Method, Occupancy, StepKind, StrandedPolicy } from "./numbers.js";

/** x and y of a cell. */
export type Cell = readonly [number, number] | Uint16Array;

/** A typed array or an ArrayBuffer. */
export type Bytes = ArrayBufferView | ArrayBuffer;

/** A call of the library failed. `code` is the name of its status, such as "NO_PATH", or "CLOSED", "BUSY". */
export declare class CairnError extends Error {
  readonly code: string;
  readonly status: number;
  /** Of a text, from 1; 0 if it does not apply. */
  readonly line: number;
  /** Of a binary file; 0 if it does not apply. */
  readonly offset: number;
}

export interface Owner extends Disposable {
  /** Closes the object, as soon as nothing else needs it. Closing twice is fine. */
  close(): void;
  readonly closed: boolean;
}

/** Of all settings: a name that is not known is a TypeError. */
export interface MapSettings {
  /** Default: Corners.STRICT. */
  corners?: Corners;
  /** True: cells of the map may change. Default: false. */
  changing?: boolean;
}

export interface MapInfo {
  width: number;
  height: number;
  corners: Corners;
  openCells: number;
  components: number;
  largestComponent: number;
  fingerprint: bigint;
  bytes: number;
  state: bigint;
  version: number;
}

export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What a rectangle becomes: open, blocked, or one byte for each cell. */
export interface Change extends Rect {
  open?: boolean;
  cells?: Bytes;
}

export interface Map extends Owner {
  copy(settings?: MapSettings): Map;
  readonly info: MapInfo;
  isOpen(cell: Cell): boolean;
  component(cell: Cell): number | null;
  hasPath(from: Cell, to: Cell): boolean;
  nearest(cell: Cell, component?: number): [number, number];
  /** One byte for each cell of a rectangle, or of the whole map, row by row: 1 is open, 0 is blocked. */
  cells(rect?: Rect): Uint8Array;
  setRect(rect: Rect, open: boolean): void;
  setCells(cells: Iterable<Cell> | Uint16Array, open: boolean): void;
  change(changes: readonly Change[]): void;
  saveChanges(): Uint8Array;
  loadChanges(block: Bytes): void;
}

export interface MapClass {
  /** Reads a `.map` text. */
  fromText(text: string | Bytes, settings?: MapSettings): Map;
  /** Makes a map from one byte for each cell, row by row: zero is blocked. */
  fromCells(width: number, height: number, cells: Bytes, settings?: MapSettings): Map;
}

export interface DbInfo {
  kind: Kind;
  algorithm: Algorithm;
  corners: Corners;
  width: number;
  height: number;
  fingerprint: bigint;
  bytes: number;
  headerBytes: number;
  formatVersion: number;
}

export interface Db extends Owner {
  readonly info: DbInfo;
  /** What databases of this kind count, such as records, states, skipDirect. */
  readonly figures: Record<string, number>;
  verify(map?: Map | null): void;
}

export interface DbClass {
  /** Opens a database in memory; the bytes are copied. */
  fromBytes(bytes: Bytes): Db;
}

/** Numbers of Option, and their values. */
export type Options = { [option: number]: number | bigint };

/** What a slice of work has come to. */
export interface PlannerRun {
  /** Nothing is left to do. */
  done: boolean;
  /** Units. */
  spent: number;
}

export interface PlannerSettings {
  method?: Method;
  costs?: Costs;
}

/** Answers questions; on a changing map it also finds the ways of agents that share it around obstacles. */
export interface Planner extends Owner {
  /** In tenths. */
  distance(from: Cell, to: Cell): number;
  /** x and y of all cells in turn. */
  path(from: Cell, to: Cell): Uint16Array;
  /** x and y of the ends and of the cells where the path turns. */
  waypoints(from: Cell, to: Cell): Uint16Array;
  /** Asks for a path, which run() finds. */
  ask(from: Cell, to: Cell): void;
  /** Spends at most `units`: at least MIN_WORK, or 0, the default, for no limit. */
  run(units?: number): PlannerRun;
  readonly foundDistance: number;
  foundPath(first?: number, count?: number): Uint16Array;
  foundWaypoints(first?: number, count?: number): Uint16Array;
  setDb(db: Db): void;
}

export interface AgentSettings {
  algorithm?: Algorithm;
  maxWork?: number;
  busy?: BusyPolicy;
  goalPolicy?: GoalPolicy;
  strandedPolicy?: StrandedPolicy;
  options?: Options;
  planner?: Planner | null;
}

export interface Step {
  kind: StepKind;
  x: number;
  y: number;
  units: number;
}

export interface AgentStats {
  selections: number;
  failures: number;
  cost: number;
  moves: number;
  diagonal: number;
  learned: number;
  openClosed: number;
  memoryStates: number;
  memoryBytes: number;
  raises: number;
}

export interface Agent extends Owner, Iterable<Step> {
  start(from: Cell, to: Cell): void;
  step(): Step;
  /** Walks on, at most `steps` steps, in one call: x and y of the cells in turn. */
  walk(steps?: number): Uint16Array;
  readonly cell: [number, number];
  readonly goal: [number, number];
  readonly stats: AgentStats;
  forget(): void;
  setDb(db: Db): void;
}

export interface CrowdSettings {
  /** The most members. Default: 1,024. */
  capacity?: number;
  /** Units of planning that a frame may spend, at least MIN_CROWD_WORK. Default: no limit. */
  maxWork?: number;
  /** True: a member stays where it is until its plan is made. */
  stays?: boolean;
  goalPolicy?: GoalPolicy;
  strandedPolicy?: StrandedPolicy;
  occupancy?: Occupancy;
  /** Needed on a changing map; no agent's. */
  planner?: Planner | null;
}

export interface CrowdFrame {
  frame: number;
  moved: number;
  arrived: number;
  walking: number;
  waiting: number;
  pending: number;
  longestWait: number;
  units: number;
}

export interface CrowdInfo {
  capacity: number;
  members: number;
  used: number;
  bytes: number;
  hash: bigint;
}

export interface MemberInfo {
  state: MemberState;
  cell: [number, number];
  goal: [number, number];
}

export interface Crowd extends Owner {
  /** Adds a member, which is idle: its number. */
  add(cell: Cell): number;
  /** Adds a member on each cell ([x, y], or x and y in turn), in one call: their numbers in the same order,
   *  0 where there can be none (the cell is blocked or taken, or the crowd is full). */
  addAll(cells: Iterable<Cell> | Uint16Array): Uint32Array;
  remove(member: number): void;
  /** Orders members to one goal. Nothing is ordered if it fails. */
  order(members: number | Iterable<number>, goal: Cell): void;
  /** Orders each member to a goal of its own ([x, y], or x and y in turn), in one call: a Status for each, in
   *  the same order, 0 (Status.OK) for what is ordered. It does not throw for one that fails: that member
   *  keeps its order, and the others have theirs. */
  orderEach(members: Iterable<number>, goals: Iterable<Cell> | Uint16Array): Uint8Array;
  halt(member: number): void;
  push(member: number, cell: Cell): void;
  member(member: number): MemberInfo;
  step(): CrowdFrame;
  /** With the hash: time linear in the members. */
  readonly info: CrowdInfo;
  /** x and y in turn, by index: the crowd's own memory. Ask again after a step; not after close(). Constant
   *  time. */
  readonly cells: Uint16Array;
  /** MemberState by index: the crowd's own memory. Constant time. */
  readonly states: Uint8Array;
  find(cell: Cell): number | null;
  reserve(cell: Cell, frames: number): void;
  setDb(db: Db): void;
  /** The whole state, for a saved game or for rolling back. */
  save(): Uint8Array;
  /** Brings the crowd to a state that was saved, by itself or by a crowd of the same capacity, `stays`, policies and
   *  occupancy, on the same map and database. `maxWork` may differ: the crowd keeps its own. Nothing is changed if
   *  it fails. */
  load(block: Bytes): void;
}

export interface CrowdClass {
  new (map: Map, db: Db, settings?: CrowdSettings): Crowd;
  /** The place of a member in the arrays of its crowd. */
  indexOf(member: number): number;
}

/** The classes of one instance of WebAssembly. Objects of two instances do not mix. */
export interface OnlineCairn {
  readonly version: string;
  readonly Map: MapClass;
  readonly Db: DbClass;
  readonly Planner: new (map: Map, db?: Db | null, settings?: PlannerSettings) => Planner;
  readonly Agent: new (map: Map, db?: Db | null, settings?: AgentSettings) => Agent;
  readonly Crowd: CrowdClass;
}

export interface LoadSettings {
  /** Used instead of the package's own file: bytes, a WebAssembly.Module, or a Response or a promise of one. */
  wasm?: object;
}

export declare function load(settings?: LoadSettings): Promise<OnlineCairn>;
