export * from "./online.js";
import type {
  Agent as OnlineAgent, AgentSettings, Bytes, Cell, Db as OnlineDb, LoadSettings, Map, MapClass as OnlineMapClass,
  MapSettings, OnlineCairn, Options, Owner, Planner as OnlinePlanner, PlannerSettings,
} from "./online.js";
import type { Kind, Method, RepairPhase } from "./numbers.js";

export interface Progress {
  phase: number;
  kind: Kind;
  name: string;
  unit: string | null;
  done: number;
  total: number;
}

export interface BuildSettings {
  /** Default: Kind.AUTO. */
  kind?: Kind;
  /** Mean suboptimality to reach, in hundredths of a percent; TARGET_OPTIMAL: none at all. Default: no target. */
  target?: number;
  /** With Kind.AUTO, the most bytes of the database. Default: no limit. */
  maxBytes?: number;
  options?: Options;
  /** What it throws, or its false, interrupts the build. */
  progress?: ((progress: Progress) => unknown) | null;
}

export interface BuildReport {
  kind: Kind;
  bytes: number;
  /** Why this kind, if Kind.AUTO chose it. */
  reason: string | null;
  /** Walked to measure suboptimality; 0: nothing was measured. */
  problems: number;
  /** Of them those given up at 100 times the optimal cost. */
  cut: number;
  /** Mean, in millionths: 15,000 is 1.5 % above optimal. */
  suboptimality: number;
  /** The median, in millionths. */
  median: number;
  targetMet: boolean;
  /** Databases that were made or begun. */
  tried: number;
}

export interface Build extends Owner {
  run(): Build;
  readonly report: BuildReport;
  toBytes(): Uint8Array;
  openDb(): Db;
}

export interface RepairSettings {
  /** Changes of the map (its info.version) after which a rebuild is worth it, though nothing was opened. Default:
   *  REPAIR_CHANGES, which is 16. Something that is opened is worth it at once. */
  changes?: number;
}

/** What a piece of a repair has come to. */
export interface RepairRun {
  /** BUILDING: call run() again. READY: swap() has a database. IDLE: there is nothing to do before follow() finds
   *  that a rebuild is worth it. */
  phase: RepairPhase;
  /** Units. */
  spent: number;
}

export interface RepairInfo {
  phase: RepairPhase;
  units: number;
  before: number;
  version: number;
  swaps: number;
}

/** Each frame: `repair.follow()`, then `if (repair.run(65536).phase === RepairPhase.READY) db = repair.swap()`. */
export interface Repair extends Owner {
  /** Looks at the map, and begins a rebuild if none is under way or ready and one is worth it: after something was
   *  opened, or after the number of changes in the settings. */
  follow(): void;
  /** Spends at most `units`: at least MIN_REPAIR, or 0, the default, for no limit. */
  run(units?: number): RepairRun;
  readonly info: RepairInfo;
  /** The new database, for all agents, planners and crowds: setDb(). UNFINISHED if none is ready. A swap closes the
   *  database of the swap before the last one, and fails with code BUSY as long as anything has that. */
  swap(): Db;
}

// ---- for tools ----

/** The kinds of maps that are made in code. */
export type Scene = "rooms" | "maze" | "caves" | "random" | "city" | "slanted" | "warzone" | "open" | "rough" | "halls";

export interface MapClass extends OnlineMapClass {
  readonly scenes: readonly Scene[];
  /** A map made in code. The same kind, size and seed give the same cells, those of `cairn map generate`. The default seed is 1. */
  generate(kind: Scene, width: number, height: number, seed?: number | bigint, settings?: MapSettings): Map;
}

/** A record of a database of kind knn. */
export interface DbRecord {
  id: number;
  /** x and y of its states in turn, from start to goal. */
  states: Uint16Array;
  /** Cost of the optimal path it was made of, in tenths. */
  length: number;
}

export interface Neighbour {
  /** In tenths; smaller is more similar. */
  similarity: number;
  /** Of the record. */
  id: number;
  /** For Db.record(). */
  place: number;
}

export interface Db extends OnlineDb {
  /** x and y of cells in turn: of all regions (their representatives or seeds), or of all bends of labels. */
  places(name: "regions" | "bends"): Uint16Array;
  /** A record by its place, from 0 to figures.records - 1; of kind knn. */
  record(place: number): DbRecord;
  /** The records most similar to going from one cell to another, the most similar first, at most `most` (default 10); of kind knn. */
  nearest(from: Cell, to: Cell, most?: number): Neighbour[];
}

export interface DbClass {
  /** Opens a database in memory; the bytes are copied. */
  fromBytes(bytes: Bytes): Db;
}

/** What a step spent its units on; cairn_work in cairn/lab.h. */
export interface Work {
  states: number;
  moves: number;
  records: number;
  traced: number;
  scans: number;
  entries: number;
  others: number;
}

export interface AgentPlan {
  /** What it heads for: a subgoal, or the goal. */
  target: [number, number];
  /** The id of the record that it follows. */
  record: number | null;
  /** Of the last step. */
  work: Work;
}

export interface Agent extends OnlineAgent {
  /** What it plans by at the moment. */
  readonly plan: AgentPlan;
}

/** What a planner did to answer the last question. */
export interface PlannerStats {
  method: Method;
  cardinal: number;
  diagonal: number;
  expanded: number;
  generated: number;
  units: number;
  bytes: number;
}

export interface Planner extends OnlinePlanner {
  readonly stats: PlannerStats;
}

export interface Problem {
  start: [number, number];
  goal: [number, number];
  bucket: number;
  /** The file's own optimal length, in cells: a diagonal move is the square root of 2. */
  length: number;
  /** Where it stands in the file. */
  line: number;
}

export interface Scenario {
  /** Of the map that the problems belong to; 0 if there is no problem. */
  width: number;
  height: number;
  problems: Problem[];
}

/** With the off-line half. */
export interface Cairn extends OnlineCairn {
  readonly Map: MapClass;
  readonly Db: DbClass;
  readonly Agent: new (map: Map, db?: OnlineDb | null, settings?: AgentSettings) => Agent;
  readonly Planner: new (map: Map, db?: OnlineDb | null, settings?: PlannerSettings) => Planner;
  readonly Build: new (map: Map, settings?: BuildSettings) => Build;
  readonly Repair: new (map: Map, db: OnlineDb, settings?: RepairSettings) => Repair;
  /** Builds the best database for a map, or the one that is asked for, and opens it. */
  build(map: Map, settings?: BuildSettings): Db;
  /** Reads a MovingAI `.scen` text. */
  readScenario(text: string | Bytes): Scenario;
}

export declare function load(settings?: LoadSettings): Promise<Cairn>;
