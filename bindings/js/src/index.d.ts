export * from "./online.js";
import type { Db, LoadSettings, Map, OnlineCairn, Options, Owner } from "./online.js";
import type { Kind, RepairPhase } from "./numbers.js";

export interface Progress {
  phase: number;
  kind: Kind;
  name: string;
  unit: string | null;
  done: number;
  total: number;
}

export interface BuildSettings {
  kind?: Kind;
  target?: number;
  maxBytes?: number;
  options?: Options;
  /** What it throws, or its false, interrupts the build. */
  progress?: ((progress: Progress) => unknown) | null;
}

export interface BuildReport {
  kind: Kind;
  bytes: number;
  reason: string | null;
  problems: number;
  cut: number;
  suboptimality: number;
  median: number;
  target_met: boolean;
  tried: number;
}

export interface Build extends Owner {
  run(): Build;
  readonly report: BuildReport;
  toBytes(): Uint8Array;
  openDb(): Db;
}

export interface RepairInfo {
  phase: RepairPhase;
  units: number;
  before: number;
  version: number;
  swaps: number;
}

export interface Repair extends Owner {
  follow(): void;
  /** True if there is nothing more to do. */
  run(units?: number): boolean;
  /** Units, by the last run(). */
  readonly spent: number;
  readonly info: RepairInfo;
  swap(): Db;
}

/** With the off-line half. */
export interface Cairn extends OnlineCairn {
  readonly Build: new (map: Map, settings?: BuildSettings) => Build;
  readonly Repair: new (map: Map, db: Db, settings?: { changes?: number }) => Repair;
  /** Builds the best database for a map, or the one that is asked for, and opens it. */
  build(map: Map, settings?: BuildSettings): Db;
}

export declare function load(settings?: LoadSettings): Promise<Cairn>;
