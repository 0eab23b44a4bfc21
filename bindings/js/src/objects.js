// The classes, for one instance of WebAssembly.

import { makeBuilds } from "./builds.js";
import { CairnError, demand, demandNumber, Handle, pack, packAll, toBytes, unpack } from "./core.js";
import { makeCrowds } from "./crowds.js";
import { addLab } from "./lab.js";
import { layouts } from "./layouts.js";
import { ANY_COMPONENT, NO_COMPONENT, Status, StepKind } from "./numbers.js";
import { readSettings, refuseUnknown } from "./settings.js";

const { ARRIVED, STRANDED, CUT_OFF } = StepKind;
const RECT = ["x", "y", "width", "height"];
const CHANGE = [...RECT, "open", "cells"];

const MAP = { corners: 0, changing: false };
const AGENT = { algorithm: 0, maxWork: 0, busy: 0, goalPolicy: 0, strandedPolicy: 0, options: {}, planner: null };
const PLANNER = { method: 0, costs: 0 };

/** open_cells -> openCells. */
const toCamel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

export function makeClasses(core) {
  const c = core.exports;

  /** What all classes have: close(), `using`, and a handle that is looked after. */
  class Owner {
    #handle = null;
    constructor(pointer, end, needs) {
      this.#handle = new Handle(pointer, end, needs);
      core.registry.register(this, this.#handle, this);
    }
    /** Closes the object, as soon as nothing else needs it. Closing twice is fine. */
    close() {
      core.registry.unregister(this);
      this.#handle?.release();
      this.#handle = null;
    }
    get closed() {
      return this.#handle === null;
    }
    get handle() {
      if (this.#handle === null) throw new CairnError("CLOSED", "the object is closed");
      return this.#handle;
    }
    get pointer() {
      if (this.handle.running) throw new CairnError("BUSY", "the object is in use: it runs");
      return this.#handle.pointer;
    }
  }
  if (Symbol.dispose) Owner.prototype[Symbol.dispose] = Owner.prototype.close;

  // ---- maps ----

  const readRect = (rect) => Object.fromEntries(RECT.map((key) => [key, demandNumber(rect[key], key, 0xffff)]));
  const readChange = (change) => {
    refuseUnknown(change, CHANGE, "a change");
    const [rect, { open, cells }] = [readRect(change), change];
    const drawn = cells ? toBytes(cells, "cells") : new Uint8Array(0);
    if (cells && drawn.length !== rect.width * rect.height)
      throw new RangeError("there is not one byte for each cell");
    return { rect, open: Boolean(open), drawn };
  };
  const writeRect = ({ x, y, width, height }) => core.fill("cairn_rect", { x, y, width, height });

  let makeMap;
  class Map extends Owner {
    constructor(token, pointer) {
      if (token !== core) throw new TypeError("make a Map by Map.fromText or Map.fromCells");
      super(pointer, c.cairn_map_close, []);
    }
    static #make(settings, open) {
      const { corners, changing } = readSettings(settings, MAP, "a map");
      const def = core.fill("cairn_map_def", { corners, changing: Boolean(changing) });
      return new Map(core, core.create((out) => open(def, out), core.detail));
    }
    static {
      makeMap = Map.#make;
    }
    /** Reads a `.map` text: a string or bytes. */
    static fromText(text, settings) {
      const bytes = typeof text === "string" ? new TextEncoder().encode(text) : toBytes(text, "text");
      return core.withBytes(bytes, (at, length) =>
        Map.#make(settings, (def, out) => c.cairn_map_open_memory(at, length, def, out)));
    }
    /** Makes a map from one byte for each cell, row by row: zero is blocked. */
    static fromCells(width, height, cells, settings) {
      const bytes = toBytes(cells, "cells");
      demandNumber(width, "width");
      if (demandNumber(height, "height") * width !== bytes.length)
        throw new RangeError("there is not one byte for each cell");
      return core.withBytes(bytes, (at) =>
        Map.#make(settings, (def, out) => c.cairn_map_create(width, height, at, def, out)));
    }
    /** A map of its own with the cells that are open now. */
    copy(settings) {
      return Map.#make(settings, (def, out) => c.cairn_map_copy(this.pointer, def, out));
    }
    get info() {
      const ask = (at) => c.cairn_map_get_info(this.pointer, at);
      return core.ask("cairn_map_info", ask, ["fingerprint", "state"]);
    }
    isOpen(cell) {
      const at = pack(cell);
      return c.cairn_map_is_open(this.pointer, at) !== 0;
    }
    /** A number, or null for a blocked cell. */
    component(cell) {
      const at = pack(cell);
      const found = c.cairn_map_get_component(this.pointer, at) >>> 0;
      return found === NO_COMPONENT ? null : found;
    }
    hasPath(from, to) {
      const [start, goal] = [pack(from), pack(to)];
      return c.cairn_map_has_path(this.pointer, start, goal) !== 0;
    }
    nearest(cell, component = ANY_COMPONENT) {
      const [at, number] = [pack(cell), demandNumber(component, "component")];
      core.check(c.cairn_map_find_nearest_cell(this.pointer, at, number, core.out));
      return unpack(core.view.getUint32(core.out, true));
    }

    /** One byte for each cell of a rectangle, or of the whole map, row by row: 1 is open, 0 is blocked. */
    cells(rect) {
      const all = rect ? readRect(rect) : { ...this.info, x: 0, y: 0 };
      const [bytes, at] = [all.width * all.height, writeRect(all)];
      const cells = core.allocate(bytes);
      try {
        core.check(c.cairn_map_get_cells(this.pointer, at, cells));
        return core.u8.slice(cells, cells + bytes);
      } finally {
        c.free(cells);
      }
    }

    get #changing() {
      if (this.handle.readers > 0) throw new CairnError("BUSY", "a build is reading the map");
      return this.pointer;
    }
    setRect(rect, open) {
      const at = writeRect(readRect(rect));
      core.checkOf(this.pointer, c.cairn_map_set_rect(this.#changing, at, open ? 1 : 0));
    }
    /** Cells [x, y], or x and y in turn in a Uint16Array. */
    setCells(cells, open) {
      core.withBytes(packAll(cells), (at, length) =>
        core.checkOf(this.pointer, c.cairn_map_set_cells(this.#changing, at, length / 4, open ? 1 : 0)));
    }
    /** Sets rectangles in their order, in one call: { x, y, width, height, open } or with `cells`. */
    change(changes) {
      const { size, fields } = layouts.cairn_change;
      const all = Array.from(changes, readChange);
      const block = new Uint8Array(all.reduce((sum, one) => sum + one.drawn.length, all.length * size));
      core.withBytes(block, (at) => {
        let free = at + all.length * size;
        all.forEach(({ rect, open, drawn }, index) => {
          const place = at + index * size;
          for (const key of RECT) core.write(place + fields.rect[0], "cairn_rect", key, rect[key]);
          core.write(place, "cairn_change", "open", open);
          if (drawn.length === 0) return;
          core.u8.set(drawn, free);
          core.write(place, "cairn_change", "cells", free);
          free += drawn.length;
        });
        core.checkOf(this.pointer, c.cairn_map_change(this.#changing, at, all.length));
      });
    }
    /** The cells that differ from those that were opened, for a saved game. */
    saveChanges() {
      const map = this.pointer;
      return core.collect(256, 1, (room, at, count) => c.cairn_map_save_changes_memory(map, room, at, count));
    }
    /** If it fails, nothing is changed. */
    loadChanges(block) {
      const bytes = toBytes(block, "block");
      core.fill("cairn_detail");
      core.withBytes(bytes, (at, length) =>
        core.check(c.cairn_map_load_changes_memory(this.#changing, at, length, core.detail), core.detail));
    }
  }

  // ---- databases ----

  class Db extends Owner {
    constructor(token, pointer, end, needs) {
      if (token !== core) throw new TypeError("make a Db by Db.fromBytes or Build.openDb");
      super(pointer, end, needs);
    }
    /** Opens a database in memory; the bytes are copied. */
    static fromBytes(bytes) {
      const image = toBytes(bytes, "bytes");
      const at = core.allocate(image.length);
      try {
        core.u8.set(image, at);
        const def = core.fill("cairn_db_def");
        const pointer = core.create((out) => c.cairn_db_open_memory(at, image.length, def, out), core.detail);
        const end = (one) => (c.cairn_db_close(one), c.free(at));
        return new Db(core, pointer, end, []);
      } catch (error) {
        c.free(at);
        throw error;
      }
    }
    get info() {
      return core.ask("cairn_db_info", (at) => c.cairn_db_get_info(this.pointer, at), ["fingerprint"]);
    }
    /** What databases of this kind count, such as records and states. */
    get figures() {
      const found = {};
      const at = core.fill("cairn_figure");
      for (let i = 0; c.cairn_db_get_figure(this.pointer, i, at) === 0; i++) {
        const one = core.read(at, "cairn_figure");
        found[toCamel(core.getText(one.name))] = one.value;
      }
      return found;
    }
    /** Checks everything, and with a map that it belongs to it. */
    verify(map = null) {
      const of = map === null ? 0 : demand(map, Map, "map").pointer;
      core.fill("cairn_detail");
      core.check(c.cairn_db_verify(this.pointer, of, core.detail), core.detail);
    }
  }

  const getDb = (db) => (db === null ? 0 : demand(db, Db, "db").pointer);

  // ---- planners ----

  class Planner extends Owner {
    constructor(map, db = null, settings) {
      const numbers = readSettings(settings, PLANNER, "a planner");
      const [of, by] = [demand(map, Map, "map").pointer, getDb(db)];
      const def = core.fill("cairn_planner_def", numbers);
      const pointer = core.create((out) => c.cairn_planner_create(of, by, def, out), core.detail);
      super(pointer, c.cairn_planner_destroy, [map.handle, db?.handle]);
    }
    /** In tenths. */
    distance(from, to) {
      const [start, goal] = [pack(from), pack(to)];
      core.checkOf(this.pointer, c.cairn_planner_find(this.pointer, start, goal, core.out));
      return core.view.getUint32(core.out, true);
    }
    /** x and y of all cells in turn. */
    path(from, to) {
      return this.foundPath(0, Math.floor(this.distance(from, to) / 10) + 1);
    }
    waypoints(from, to) {
      return this.foundWaypoints(0, Math.floor(this.distance(from, to) / 10) + 1);
    }
    ask(from, to) {
      const [start, goal] = [pack(from), pack(to)];
      core.checkOf(this.pointer, c.cairn_planner_ask(this.pointer, start, goal));
    }
    /** Spends at most `units`: { done, spent }; done once nothing is left to do. */
    run(units = 0) {
      const status = c.cairn_planner_run(this.pointer, core.toUnits(units), core.out);
      if (status !== Status.UNFINISHED) core.checkOf(this.pointer, status);
      return { done: status === 0, spent: core.getLong(core.out) };
    }
    get foundDistance() {
      core.check(c.cairn_planner_get_distance(this.pointer, core.out));
      return core.view.getUint32(core.out, true);
    }
    foundPath(first = 0, count = 4096) {
      const planner = this.pointer;
      return core.collectCells(count, (...rest) => c.cairn_planner_get_path(planner, first, ...rest), planner);
    }
    foundWaypoints(first = 0, count = 4096) {
      const planner = this.pointer;
      return core.collectCells(count, (...rest) => c.cairn_planner_get_waypoints(planner, first, ...rest), planner);
    }
    setDb(db) {
      const by = demand(db, Db, "db").pointer;
      core.fill("cairn_detail");
      core.check(c.cairn_planner_set_db(this.pointer, by, core.detail), core.detail);
      this.handle.replace(1, db.handle);
    }
  }

  // ---- agents ----

  /** The steps of an agent up to the one that ends them. A generator would cost as much as a step does. */
  class Steps {
    #agent;
    #ended = false;
    constructor(agent) {
      this.#agent = agent;
    }
    next() {
      if (this.#ended) return { value: undefined, done: true };
      const value = this.#agent.step();
      const { kind } = value;
      this.#ended = kind === ARRIVED || kind === STRANDED || kind === CUT_OFF;
      return { value, done: false };
    }
    return(value) {
      this.#ended = true;
      return { value, done: true };
    }
    [Symbol.iterator]() {
      return this;
    }
  }

  const makeStep = c.cairn_agent_step; // looked up once: the compiler sees the call
  class Agent extends Owner {
    #step = core.struct;
    constructor(map, db = null, settings) {
      const { options, planner, ...numbers } = readSettings(settings, AGENT, "an agent");
      const pointer = core.withOptions(options, (at, optionCount) => {
        const [of, by] = [demand(map, Map, "map").pointer, getDb(db)];
        const finds = planner === null ? 0 : demand(planner, Planner, "planner").pointer;
        const def = core.fill("cairn_agent_def", { ...numbers, optionCount, options: at, planner: finds });
        return core.create((out) => c.cairn_agent_create(of, by, def, out), core.detail);
      });
      super(pointer, c.cairn_agent_destroy, [map.handle, db?.handle, planner?.handle]);
    }
    start(from, to) {
      const [start, goal] = [pack(from), pack(to)];
      core.checkOf(this.pointer, c.cairn_agent_start(this.pointer, start, goal));
    }
    /** One move: { kind, x, y, units }. */
    step() {
      const at = this.#step;
      const status = makeStep(this.pointer, at);
      if (status !== 0 || core.u32.length === 0) core.checkOf(this.pointer, status);
      const { u32 } = core;
      const base = at >> 2;
      const cell = u32[base + 1];
      const high = u32[base + 3];
      const low = u32[base + 2]; // a small number, which takes no memory of its own
      const units = high === 0 ? low : low + high * 4294967296;
      return { kind: u32[base], x: cell & 0xffff, y: cell >>> 16, units };
    }
    /** The steps up to the one that arrives, is stranded or cut off. */
    [Symbol.iterator]() {
      return new Steps(this);
    }
    /** Walks on, at most `steps` steps, in one call: x and y of the cells in turn. */
    walk(steps = 4096) {
      const agent = this.pointer;
      const at = core.allocate(demandNumber(steps, "steps", 1 << 26) * 4);
      try {
        const status = c.cairn_js_walk(agent, steps, at, core.out, core.struct);
        core.checkOf(agent, status);
        const count = core.view.getUint32(core.out, true);
        return new Uint16Array(core.u8.slice(at, at + count * 4).buffer);
      } finally {
        c.free(at);
      }
    }
    get cell() {
      return unpack(c.cairn_agent_get_cell(this.pointer));
    }
    get goal() {
      return unpack(c.cairn_agent_get_goal(this.pointer));
    }
    get stats() {
      return core.ask("cairn_agent_stats", (at) => c.cairn_agent_get_stats(this.pointer, at));
    }
    forget() {
      core.checkOf(this.pointer, c.cairn_agent_forget(this.pointer));
    }
    /** Another database: that of Repair.swap(). */
    setDb(db) {
      const by = demand(db, Db, "db").pointer;
      core.fill("cairn_detail");
      core.check(c.cairn_agent_set_db(this.pointer, by, core.detail), core.detail);
      this.handle.replace(1, db.handle);
    }
  }

  const classes = { Map, Db, Planner, Agent };
  Object.assign(classes, makeCrowds(core, Owner, classes));
  if (c.cairn_build_create) Object.assign(classes, makeBuilds(core, Owner, classes), addLab(core, classes, makeMap));
  return Object.freeze({ ...classes, version: core.getText(c.cairn_get_version()) });
}
