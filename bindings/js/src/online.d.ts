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

export interface MapSettings {
  corners?: Corners;
  changing?: boolean;
}

export interface MapInfo {
  width: number;
  height: number;
  corners: Corners;
  open_cells: number;
  components: number;
  largest_component: number;
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
  header_bytes: number;
  format_version: number;
}

export interface Db extends Owner {
  readonly info: DbInfo;
  readonly figures: Record<string, number>;
  verify(map?: Map | null): void;
}

export interface DbClass {
  /** Opens a database in memory; the bytes are copied. */
  fromBytes(bytes: Bytes): Db;
}

/** Numbers of Option, and their values. */
export type Options = { [option: number]: number | bigint };

export interface AgentSettings {
  algorithm?: Algorithm;
  maxWork?: number;
  busy?: BusyPolicy;
  goalPolicy?: GoalPolicy;
  strandedPolicy?: StrandedPolicy;
  options?: Options;
  scout?: Owner | null;
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
  open_closed: number;
  memory_states: number;
  memory_bytes: number;
  raises: number;
}

export interface Agent extends Owner, Iterable<Step> {
  start(from: Cell, to: Cell): void;
  step(): Step;
  /** Walks on, at most so many steps, in one call: x and y of the cells in turn. */
  walk(steps?: number): Uint16Array;
  readonly cell: [number, number];
  readonly goal: [number, number];
  readonly stats: AgentStats;
  forget(): void;
  setDb(db: Db): void;
}

export interface FinderSettings {
  method?: Method;
  costs?: Costs;
}

export interface Finder extends Owner {
  /** In tenths. */
  distance(from: Cell, to: Cell): number;
  /** x and y of all cells in turn. */
  path(from: Cell, to: Cell): Uint16Array;
  /** x and y of the ends and of the cells where the path turns. */
  waypoints(from: Cell, to: Cell): Uint16Array;
  start(from: Cell, to: Cell): void;
  /** True once the path is known. */
  run(units?: number): boolean;
  readonly foundDistance: number;
  foundPath(first?: number, count?: number): Uint16Array;
  foundWaypoints(first?: number, count?: number): Uint16Array;
  setDb(db: Db): void;
}

export interface CrowdSettings {
  capacity?: number;
  maxWork?: number;
  stays?: boolean;
  goalPolicy?: GoalPolicy;
  strandedPolicy?: StrandedPolicy;
  occupancy?: Occupancy;
  scout?: Owner | null;
}

export interface CrowdFrame {
  frame: number;
  moved: number;
  arrived: number;
  walking: number;
  waiting: number;
  pending: number;
  longest_wait: number;
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
  add(cell: Cell): number;
  remove(member: number): void;
  order(members: number | Iterable<number>, goal: Cell): void;
  halt(member: number): void;
  push(member: number, cell: Cell): void;
  member(member: number): MemberInfo;
  step(): CrowdFrame;
  readonly info: CrowdInfo;
  /** x and y in turn, by index: the crowd's own memory. Ask again after a step; not after close(). */
  readonly cells: Uint16Array;
  /** MemberState by index: the crowd's own memory. */
  readonly states: Uint8Array;
  find(cell: Cell): number | null;
  reserve(cell: Cell, frames: number): void;
  setDb(db: Db): void;
  save(): Uint8Array;
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
  readonly Scout: new (map: Map) => Owner;
  readonly Agent: new (map: Map, db?: Db | null, settings?: AgentSettings) => Agent;
  readonly Crowd: CrowdClass;
  readonly Finder: new (map: Map, db?: Db | null, settings?: FinderSettings) => Finder;
}

export interface LoadSettings {
  /** Used instead of the package's own file. */
  wasm?: BufferSource | WebAssembly.Module | Response | Promise<Response>;
}

export declare function load(settings?: LoadSettings): Promise<OnlineCairn>;
