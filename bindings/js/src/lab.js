// For tools: maps made in code, scenarios, and what agents, planners and databases do inside. It needs the half
// with the builder.

import { demandNumber, pack, toBytes, unpack } from "./core.js";
import { layouts, NO_RECORD_ID, PLACE_BEND, PLACE_REGION } from "./layouts.js";
import { MAX_SIDE, Status } from "./numbers.js";
import { findNearestName } from "./settings.js";

const PLACES = { regions: PLACE_REGION, bends: PLACE_BEND };

/** Adds it to the classes; returns what stands beside them. */
export function addLab(core, { Map, Db, Agent, Planner }, makeMap) {
  const c = core.exports;
  const scenes = [];
  for (let at; (at = c.cairn_js_get_scene(scenes.length)) !== 0; ) scenes.push(core.getText(at));

  const findNumber = (name, names, what) => {
    if (names.includes(name)) return names.indexOf(name);
    throw new TypeError(`there is no ${what} "${name}": did you mean "${findNearestName(name, names)}"?`);
  };

  class MapLab {
    static scenes = Object.freeze(scenes);
    /** A map made in code: the same cells for the same kind, size and seed, as `cairn map generate` makes them. */
    static generate(kind, width, height, seed = 1, settings) {
      const number = findNumber(kind, scenes, "kind of scene");
      const [wide, high] = [demandNumber(width, "width", MAX_SIDE), demandNumber(height, "height", MAX_SIDE)];
      const from = typeof seed === "bigint" ? seed : BigInt(demandNumber(seed, "seed", Number.MAX_SAFE_INTEGER));
      return makeMap(settings, (def, out) => c.cairn_js_generate(number, wide, high, from, def, out));
    }
  }

  class DbLab {
    /** x and y of the cells of all "regions" (their representatives or seeds) or "bends" (of labels) in turn. */
    places(name) {
      const which = Object.values(PLACES)[findNumber(name, Object.keys(PLACES), "list of places")];
      const [db, cells] = [this.pointer, []];
      let status = 0;
      while ((status = c.cairn_db_get_place(db, which, cells.length, core.out)) === 0)
        cells.push(core.view.getUint32(core.out, true));
      if (status !== Status.ARGUMENT) core.check(status);
      return new Uint16Array(Uint32Array.from(cells).buffer);
    }
    /** A record by its place, from 0 to figures.records - 1. */
    record(place) {
      const [number, at] = [demandNumber(place, "place"), core.fill("cairn_record")];
      core.check(c.cairn_db_get_record(this.pointer, number, at));
      const { id, states, start, goal, inner, length } = core.read(at, "cairn_record");
      const cells = new Uint32Array(states);
      cells.set([start]);
      cells.set(new Uint32Array(core.u8.slice(inner, inner + 4 * (states - 2)).buffer), 1);
      cells.set([goal], states - 1);
      return { id, states: new Uint16Array(cells.buffer), length };
    }
    /** The records that are most similar to going from one cell to another, the most similar first. */
    nearest(from, to, most = 10) {
      const query = Uint32Array.of(pack(from), pack(to));
      const [count, { size }] = [demandNumber(most, "most", 1 << 20), layouts.cairn_neighbour];
      return core.withBytes(new Uint8Array(8 + count * size), (at) => {
        core.u8.set(toBytes(query), at);
        core.check(c.cairn_db_find_nearest(this.pointer, at, 0, count, at + 8, core.out));
        const found = core.view.getUint32(core.out, true);
        return Array.from({ length: found }, (_, i) => core.read(at + 8 + i * size, "cairn_neighbour"));
      });
    }
  }

  class AgentLab {
    /** What it plans by at the moment. */
    get plan() {
      const at = core.fill("cairn_agent_plan");
      core.check(c.cairn_agent_get_plan(this.pointer, at));
      const { target, record } = core.read(at, "cairn_agent_plan");
      const work = core.read(at + layouts.cairn_agent_plan.fields.work[0], "cairn_work");
      return { target: unpack(target), record: record === NO_RECORD_ID ? null : record, work };
    }
  }

  class PlannerLab {
    get stats() {
      return core.ask("cairn_planner_stats", (at) => c.cairn_planner_get_stats(this.pointer, at));
    }
  }

  for (const [to, from] of [[Map, MapLab], [Db, DbLab], [Agent, AgentLab], [Planner, PlannerLab]]) {
    const { constructor: _, ...added } = Object.getOwnPropertyDescriptors(from.prototype);
    Object.defineProperties(to.prototype, added);
  }
  Map.scenes = MapLab.scenes;
  Map.generate = MapLab.generate;

  /** Reads a `.scen` text: a string or bytes. */
  const readScenario = (text) => {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : toBytes(text, "text");
    return core.withBytes(bytes, (at, length) => {
      const def = core.fill("cairn_map_def");
      const open = (out) => c.cairn_scenario_open_memory(at, length, def, out);
      const scenario = core.create(open, core.detail);
      try {
        const { count, problems, ...map } = core.read(scenario, "cairn_scenario");
        const { size } = layouts.cairn_problem;
        const read = (_, i) => {
          const one = core.read(problems + i * size, "cairn_problem");
          return { ...one, start: unpack(one.start), goal: unpack(one.goal) };
        };
        return { ...map, problems: Array.from({ length: count }, read) };
      } finally {
        c.cairn_scenario_close(scenario);
      }
    });
  };
  return { readScenario };
}
