// Builds and repairs: the off-line half.

import { CairnError, demand } from "./core.js";
import { RepairPhase, Status } from "./numbers.js";
import { readSettings } from "./settings.js";

const BUILD = { kind: 0, target: 0, maxBytes: 0, options: {}, progress: null };
const REPAIR = { changes: 0 };

export function makeBuilds(core, Owner, { Map, Db }) {
  const c = core.exports;
  let lastContext = 0;

  class Build extends Owner {
    #teller;
    #detail;
    constructor(map, settings) {
      const { options, progress, ...numbers } = readSettings(settings, BUILD, "a build");
      if (progress !== null && typeof progress !== "function")
        throw new TypeError("progress must be a function");
      const teller = { tell: progress, thrown: null };
      const context = ++lastContext;
      const detail = core.allocate(256);
      let pointer = 0;
      try {
        pointer = core.withOptions(options, (at, optionCount) => {
          const of = demand(map, Map, "map").pointer;
          const def = core.fill("cairn_build_def", {
            ...numbers,
            optionCount,
            options: at,
            progress: progress === null ? 0 : c.cairn_js_get_teller(),
            progressContext: context,
            detail,
          });
          core.u8.fill(0, detail, detail + 256);
          return core.create((out) => c.cairn_build_create(of, def, out), detail);
        });
      } catch (error) {
        c.free(detail);
        throw error;
      }
      const end = (one) => {
        c.cairn_build_destroy(one);
        c.free(detail);
        core.tellers.delete(context);
      };
      super(pointer, end, [map.handle]);
      core.tellers.set(context, teller);
      this.#teller = teller;
      this.#detail = detail;
    }
    /** Builds the database, at once. What `progress` throws, or its false, interrupts it. */
    run() {
      const pointer = this.pointer;
      const { handle } = this;
      const [map] = handle.needs;
      this.#teller.thrown = null;
      handle.running = true;
      handle.retain();
      map.readers++;
      let status;
      try {
        status = c.cairn_build_run(pointer);
        core.refresh();
        if (this.#teller.thrown) throw this.#teller.thrown.error;
        core.check(status, this.#detail);
      } finally {
        map.readers--;
        handle.running = false;
        handle.release();
      }
      return this;
    }
    get report() {
      const found = core.ask("cairn_build_report", (at) => c.cairn_build_get_report(this.pointer, at));
      found.reason = core.getText(found.reason);
      found.targetMet = found.targetMet !== 0;
      return found;
    }
    /** The database as bytes. */
    toBytes() {
      const build = this.pointer;
      return core.collect(0, 1, (room, at, count) => c.cairn_build_write_memory(build, room, at, count));
    }
    /** The database of a finished build, in the build's own memory. */
    openDb() {
      const pointer = core.create((out) => c.cairn_build_open_db(this.pointer, out), this.#detail);
      return new Db(core, pointer, c.cairn_db_close, [this.handle]);
    }
  }

  class Repair extends Owner {
    #detail;
    #present = null;
    #before = null;
    constructor(map, db, settings) {
      const { changes } = readSettings(settings, REPAIR, "a repair");
      const [of, by] = [demand(map, Map, "map").pointer, demand(db, Db, "db").pointer];
      const detail = core.allocate(256);
      let pointer = 0;
      try {
        const def = core.fill("cairn_repair_def", { changes, detail });
        core.u8.fill(0, detail, detail + 256);
        pointer = core.create((out) => c.cairn_repair_create(of, by, def, out), detail);
      } catch (error) {
        c.free(detail);
        throw error;
      }
      super(pointer, (one) => (c.cairn_repair_destroy(one), c.free(detail)), [map.handle, db.handle]);
      this.#detail = detail;
    }
    follow() {
      core.check(c.cairn_repair_follow(this.pointer), this.#detail);
    }
    /** Spends at most `units`: { phase, spent }. BUILDING: call again; READY: swap() has a database;
     *  IDLE: there is nothing to do before follow() finds that a rebuild is worth it. */
    run(units = 0) {
      const status = c.cairn_repair_run(this.pointer, core.toUnits(units), core.out);
      if (status !== Status.UNFINISHED) core.check(status, this.#detail);
      const spent = core.getLong(core.out);
      return { phase: status === 0 ? this.info.phase : RepairPhase.BUILDING, spent };
    }
    get info() {
      return core.ask("cairn_repair_info", (at) => c.cairn_repair_get_info(this.pointer, at));
    }
    /** The new database, for all agents and planners: setDb(). A swap closes the database of the swap
     *  before the last one, and fails with code BUSY as long as an agent or a planner has that. */
    swap() {
      const repair = this.pointer;
      const before = this.#before;
      if (before !== null && before.handle.uses > (before.db.closed ? 0 : 1))
        throw new CairnError("BUSY", "an agent or a planner has the database of the swap before the last");
      if (this.handle.needs[0].readers > 0) throw new CairnError("BUSY", "a build is reading the map");
      const pointer = core.create((out) => c.cairn_repair_swap(repair, out), this.#detail);
      before?.db.close();
      const db = new Db(core, pointer, () => {}, [this.handle]);
      this.#before = this.#present;
      this.#present = { db, handle: db.handle };
      return db;
    }
  }

  /** Builds the best database for a map, or the one that is asked for, and opens it. */
  const build = (map, settings) => {
    const made = new Build(map, settings);
    try {
      return made.run().openDb();
    } finally {
      made.close();
    }
  };
  return { Build, Repair, build };
}
