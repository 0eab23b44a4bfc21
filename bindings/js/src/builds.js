// Builds and repairs: the off-line half.

import { CairnError, demand, demandNumber } from "./core.js";
import { Status } from "./numbers.js";

export function makeBuilds(core, Owner, { Map, Db }) {
  const c = core.exports;
  let lastContext = 0;

  class Build extends Owner {
    #teller;
    #detail;
    constructor(map, settings = {}) {
      const { kind = 0, target = 0, maxBytes = 0, options = {}, progress = null } = settings;
      if (progress !== null && typeof progress !== "function")
        throw new TypeError("progress must be a function");
      const of = demand(map, Map, "map").pointer;
      const teller = { tell: progress, thrown: null };
      const context = ++lastContext;
      const detail = core.allocate(256);
      let pointer = 0;
      try {
        pointer = core.withOptions(options, (at, count) => {
          const def = core.fill("cairn_build_def", {
            kind,
            target,
            max_bytes: maxBytes,
            option_count: count,
            options: at,
            progress: progress === null ? 0 : c.cairn_js_get_teller(),
            progress_context: context,
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
      found.target_met = found.target_met !== 0;
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
    /** Units, by the last run(). */
    spent = 0;
    #before = null;
    constructor(map, db, { changes = 0 } = {}) {
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
    /** Spends at most so many units; true if there is nothing more to do. */
    run(units = 0) {
      const status = c.cairn_repair_run(this.pointer, BigInt(demandNumber(units, "units", 2 ** 53)), core.out);
      if (status !== Status.UNFINISHED) core.check(status, this.#detail);
      core.refresh();
      this.spent = Number(core.view.getBigUint64(core.out, true));
      return status === 0;
    }
    get info() {
      return core.ask("cairn_repair_info", (at) => c.cairn_repair_get_info(this.pointer, at));
    }
    /** The new database, for all agents and finders: setDb(). A swap closes the database of the swap
     *  before the last one, and fails with code BUSY as long as an agent or a finder has that. */
    swap() {
      const repair = this.pointer;
      const before = this.#before;
      if (before !== null && before.handle.uses > (before.db.closed ? 0 : 1))
        throw new CairnError("BUSY", "an agent or a finder has the database of the swap before the last");
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
