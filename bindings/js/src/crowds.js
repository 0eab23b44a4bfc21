// Crowds: many agents that share one budget a frame.

import { demand, demandNumber, pack, toBytes, unpack } from "./core.js";

/** The place of a member in the arrays of its crowd. */
const indexOf = (member) => member & 0xfffff;

export function makeCrowds(core, Owner, { Map, Db, Scout }) {
  const c = core.exports;

  class Crowd extends Owner {
    constructor(map, db, settings = {}) {
      const { capacity = 0, maxWork = 0, stays = false, goalPolicy = 0, strandedPolicy = 0 } = settings;
      const { occupancy = 0, scout = null } = settings;
      const [of, by] = [demand(map, Map, "map").pointer, demand(db, Db, "db").pointer];
      const def = core.fill("cairn_crowd_def", {
        capacity,
        max_work: maxWork,
        stays: Boolean(stays),
        goal_policy: goalPolicy,
        stranded_policy: strandedPolicy,
        occupancy,
        scout: scout === null ? 0 : demand(scout, Scout, "scout").pointer,
      });
      const pointer = core.create((out) => c.cairn_crowd_create(of, by, def, out), core.detail);
      super(pointer, c.cairn_crowd_destroy, [map.handle, db.handle, scout?.handle]);
    }
    static indexOf = indexOf;
    /** Adds a member, which is idle: its number. */
    add(cell) {
      core.check(c.cairn_crowd_add(this.pointer, pack(cell), core.out));
      return core.view.getUint32(core.out, true);
    }
    remove(member) {
      core.check(c.cairn_crowd_remove(this.pointer, demandNumber(member, "member")));
    }
    /** A member, or several; nothing is ordered if it fails. */
    order(members, goal) {
      const crowd = this.pointer;
      const list = typeof members === "number" ? [members] : members;
      const numbers = Uint32Array.from(list, (one) => demandNumber(one, "member"));
      core.withBytes(toBytes(numbers, "members"), (at) =>
        core.check(c.cairn_crowd_order(crowd, at, numbers.length, pack(goal))));
    }
    halt(member) {
      core.check(c.cairn_crowd_halt(this.pointer, demandNumber(member, "member")));
    }
    /** Puts a member on another open cell; its order stays. */
    push(member, cell) {
      core.check(c.cairn_crowd_push(this.pointer, demandNumber(member, "member"), pack(cell)));
    }
    /** { state, cell, goal } of a member. */
    member(member) {
      const number = demandNumber(member, "member");
      const found = core.ask("cairn_member_info", (at) => c.cairn_crowd_get_member(this.pointer, number, at));
      return { state: found.state, cell: unpack(found.cell), goal: unpack(found.goal) };
    }
    /** Makes a frame: plans, and one move of each member that can move. */
    step() {
      return core.ask("cairn_crowd_frame", (at) => c.cairn_crowd_step(this.pointer, at));
    }
    get info() {
      return core.ask("cairn_crowd_info", (at) => c.cairn_crowd_get_info(this.pointer, at), ["hash"]);
    }
    /** x and y of all members' cells in turn, by index: the crowd's own memory, not a copy. Ask again after
     *  a step: memory that has grown leaves old arrays empty. Do not use it after close(). */
    get cells() {
      const { used } = this.info;
      return new Uint16Array(core.u8.buffer, c.cairn_crowd_get_cells(this.pointer), 2 * used);
    }
    /** What all members do, by index; like cells. */
    get states() {
      const { used } = this.info;
      return new Uint8Array(core.u8.buffer, c.cairn_crowd_get_states(this.pointer), used);
    }
    /** The member on a cell, or null; with Occupancy.CELLS. */
    find(cell) {
      return c.cairn_crowd_find(this.pointer, pack(cell)) >>> 0 || null;
    }
    reserve(cell, frames) {
      core.check(c.cairn_crowd_reserve(this.pointer, pack(cell), demandNumber(frames, "frames")));
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
      const crowd = this.pointer;
      core.fill("cairn_detail");
      core.withBytes(toBytes(block, "block"), (at, length) =>
        core.check(c.cairn_crowd_load(crowd, at, length, core.detail), core.detail));
    }
  }
  return { Crowd };
}
