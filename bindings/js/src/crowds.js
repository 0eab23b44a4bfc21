// Crowds: many agents that share one budget a frame.

import { demand, demandNumber, pack, packAll, toBytes, unpack } from "./core.js";
import { layouts } from "./layouts.js";
import { readSettings } from "./settings.js";

const CROWD = { capacity: 0, maxWork: 0, stays: false, goalPolicy: 0, strandedPolicy: 0, occupancy: 0, planner: null };

/** The place of a member in the arrays of its crowd. */
const indexOf = (member) => member & 0xfffff;

const demandMember = (member) => demandNumber(member, "member");

const toNumbers = (members) => (members instanceof Uint32Array ? members : Uint32Array.from(members, demandMember));

export function makeCrowds(core, Owner, { Map, Db, Planner }) {
  const c = core.exports;
  const { fields } = layouts.cairn_crowd_info;

  class Crowd extends Owner {
    constructor(map, db, settings) {
      const { planner, stays, ...numbers } = readSettings(settings, CROWD, "a crowd");
      const [of, by] = [demand(map, Map, "map").pointer, demand(db, Db, "db").pointer];
      const finds = planner === null ? 0 : demand(planner, Planner, "planner").pointer;
      const def = core.fill("cairn_crowd_def", { ...numbers, stays: Boolean(stays), planner: finds });
      const pointer = core.create((out) => c.cairn_crowd_create(of, by, def, out), core.detail);
      super(pointer, c.cairn_crowd_destroy, [map.handle, db.handle, planner?.handle]);
    }
    static indexOf = indexOf;
    /** Adds a member, which is idle: its number. */
    add(cell) {
      const at = pack(cell);
      core.checkOf(this.pointer, c.cairn_crowd_add(this.pointer, at, core.out));
      return core.view.getUint32(core.out, true);
    }
    /** Adds a member on each of the cells ([x, y], or x and y in turn): their numbers, 0 where there can be none. */
    addAll(cells) {
      return core.withBytes(packAll(cells), (at, length) => {
        c.cairn_js_add_all(this.pointer, at, length / 4);
        core.refresh();
        return new Uint32Array(core.u8.slice(at, at + length).buffer);
      });
    }
    remove(member) {
      const number = demandMember(member);
      core.checkOf(this.pointer, c.cairn_crowd_remove(this.pointer, number));
    }
    /** A member, or several; nothing is ordered if it fails. */
    order(members, goal) {
      const to = pack(goal);
      if (typeof members === "number") {
        const number = demandMember(members);
        core.view.setUint32(core.out, number, true);
        core.checkOf(this.pointer, c.cairn_crowd_order(this.pointer, core.out, 1, to));
        return;
      }
      core.withBytes(toBytes(toNumbers(members), "members"), (at, length) =>
        core.checkOf(this.pointer, c.cairn_crowd_order(this.pointer, at, length / 4, to)));
    }
    /** Orders each member to a goal of its own: for each the Status of its order. One that fails leaves the
     *  others as they are. */
    orderEach(members, goals) {
      const [numbers, cells] = [toNumbers(members), packAll(goals)];
      if (cells.length !== 4 * numbers.length) throw new RangeError("there is not one goal for each member");
      return core.withBytes(toBytes(numbers, "members"), (of) =>
        core.withBytes(cells, (at) => {
          c.cairn_js_order_each(this.pointer, of, at, numbers.length);
          core.refresh();
          return new Uint8Array(new Uint32Array(core.u8.buffer, of, numbers.length));
        }));
    }
    halt(member) {
      const number = demandMember(member);
      core.checkOf(this.pointer, c.cairn_crowd_halt(this.pointer, number));
    }
    /** Puts a member on another open cell; its order stays. */
    push(member, cell) {
      const [number, at] = [demandMember(member), pack(cell)];
      core.checkOf(this.pointer, c.cairn_crowd_push(this.pointer, number, at));
    }
    /** { state, cell, goal } of a member. */
    member(member) {
      const number = demandMember(member);
      const found = core.ask("cairn_member_info", (at) => c.cairn_crowd_get_member(this.pointer, number, at));
      return { state: found.state, cell: unpack(found.cell), goal: unpack(found.goal) };
    }
    /** Makes a frame: plans, and one move of each member that can move. */
    step() {
      return core.ask("cairn_crowd_frame", (at) => c.cairn_crowd_step(this.pointer, at));
    }
    /** With the hash of the whole state: time linear in the members. */
    get info() {
      return core.ask("cairn_crowd_info", (at) => c.cairn_crowd_get_info(this.pointer, at), ["hash"]);
    }
    /** How many places of the arrays were ever taken: asked for without the hash behind it. */
    get #used() {
      core.refresh();
      core.view.setUint32(core.struct, fields.hash[0], true);
      core.check(c.cairn_crowd_get_info(this.pointer, core.struct));
      return core.view.getUint32(core.struct + fields.used[0], true);
    }
    /** x and y of all members' cells in turn, by index: the crowd's own memory, not a copy. Ask again after
     *  a step: memory that has grown leaves old arrays empty. Do not use it after close(). Constant time. */
    get cells() {
      const used = this.#used;
      return new Uint16Array(core.u8.buffer, c.cairn_crowd_get_cells(this.pointer), 2 * used);
    }
    /** What all members do, by index; like cells. */
    get states() {
      const used = this.#used;
      return new Uint8Array(core.u8.buffer, c.cairn_crowd_get_states(this.pointer), used);
    }
    /** The member on a cell, or null; with Occupancy.CELLS. */
    find(cell) {
      const at = pack(cell);
      return c.cairn_crowd_find(this.pointer, at) >>> 0 || null;
    }
    reserve(cell, frames) {
      const [at, count] = [pack(cell), demandNumber(frames, "frames")];
      core.checkOf(this.pointer, c.cairn_crowd_reserve(this.pointer, at, count));
    }
    setDb(db) {
      const by = demand(db, Db, "db").pointer;
      core.fill("cairn_detail");
      core.check(c.cairn_crowd_set_db(this.pointer, by, core.detail), core.detail);
      this.handle.replace(1, db.handle);
    }
    /** The whole state, for a saved game or for rolling back. */
    save() {
      const crowd = this.pointer;
      return core.collect(4096, 1, (room, at, count) => c.cairn_crowd_save(crowd, room, at, count));
    }
    /** If it fails, nothing is changed. */
    load(block) {
      const bytes = toBytes(block, "block");
      core.fill("cairn_detail");
      core.withBytes(bytes, (at, length) =>
        core.check(c.cairn_crowd_load(this.pointer, at, length, core.detail), core.detail));
    }
  }
  return { Crowd };
}
