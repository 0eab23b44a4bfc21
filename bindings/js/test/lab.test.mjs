// What tools have besides: maps made in code, scenarios, plans, insides of databases.

import assert from "node:assert/strict";
import test from "node:test";

import { Kind, Method, Option } from "cairn-pathfinding";

import { cairn, HERE, makeMap, refuses, THERE } from "./room.mjs";

test("maps made in code", () => {
  assert.deepEqual(cairn.Map.scenes, ["rooms", "maze", "caves", "random", "city", "slanted", "warzone", "open", "rough", "halls"]);
  for (const kind of cairn.Map.scenes) {
    const map = cairn.Map.generate(kind, 100, 70, 5);
    const { width, height, openCells, fingerprint } = map.info;
    assert.deepEqual([width, height], [100, 70]);
    assert.ok(openCells > 0);
    assert.equal(cairn.Map.generate(kind, 100, 70, 5n).info.fingerprint, fingerprint);
    assert.equal(map.cells().reduce((sum, one) => sum + one, 0), openCells);
  }
  // That of `cairn map generate city --size 100x70 --seed 5`.
  assert.equal(cairn.Map.generate("city", 100, 70, 5).info.fingerprint, 0xfc9085080110351an);
  assert.notEqual(cairn.Map.generate("city", 100, 70, 5).info.fingerprint, cairn.Map.generate("city", 100, 70).info.fingerprint);
  const map = cairn.Map.generate("caves", 64, 48, 1, { changing: true });
  map.setRect({ x: 1, y: 1, width: 2, height: 2 }, true);
  assert.throws(() => cairn.Map.generate("citty", 9, 9), { name: "TypeError", message: /"citty".*"city"/ });
  assert.throws(() => cairn.Map.generate("city", 99999, 9), RangeError);
  refuses("ARGUMENT", () => cairn.Map.generate("city", 0, 9));
});

test("scenarios", () => {
  const lines = ["version 1", "3\troom.map\t40\t30\t3\t4\t35\t6\t52.5", "4\troom.map\t40\t30\t3\t4\t3\t4\t0"];
  const found = cairn.readScenario(lines.join("\n"));
  const first = { start: [3, 4], goal: [35, 6], bucket: 3, length: 52.5, line: 2 };
  assert.deepEqual(found, { width: 40, height: 30, problems: [first, { start: HERE, goal: HERE, bucket: 4, length: 0, line: 3 }] });
  assert.deepEqual(cairn.readScenario(new Uint8Array(0)).problems, []);
  assert.throws(() => cairn.readScenario(`${lines[0]}\n3\troom.map`), { code: "SYNTAX", line: 2 });
  assert.throws(() => cairn.readScenario(3), TypeError);
});

test("what an agent follows, and what lies in a database", () => {
  const map = makeMap();
  const db = cairn.build(map, { kind: Kind.KNN, options: { [Option.RECORDS]: 40 } });
  const records = Array.from({ length: db.figures.records }, (_, place) => db.record(place));
  assert.deepEqual(records.map((one) => one.id).sort((a, b) => a - b), records.map((_, i) => i));
  const planner = new cairn.Planner(map, null, { method: Method.ASTAR });
  for (const { states, length } of records) assert.equal(planner.distance(states.slice(0, 2), states.slice(-2)), length);
  assert.equal(planner.stats.method, Method.ASTAR);
  const near = db.nearest(HERE, THERE, 5);
  assert.equal(near.length, 5);
  assert.ok(near.every((one, i) => records[one.place].id === one.id && (i === 0 || near[i - 1].similarity <= one.similarity)));
  assert.equal(db.nearest(HERE, THERE, 99).length, 40);
  const agent = new cairn.Agent(map, db);
  agent.start(HERE, THERE);
  let followed = 0;
  for (const { units } of agent) {
    const { target, record, work } = agent.plan;
    assert.ok(map.isOpen(target));
    assert.equal(Object.values(work).reduce((sum, one) => sum + one, 0), units);
    if (record !== null) followed = record + 1;
  }
  assert.ok(followed > 0 && near.some((one) => one.id === followed - 1));
  refuses("ARGUMENT", () => db.record(40));
  refuses("KIND", () => db.places("bends"));
  const labels = cairn.build(map, { kind: Kind.LABELS });
  assert.equal(labels.places("bends").length, 2 * labels.figures.bends);
  refuses("KIND", () => labels.nearest(HERE, THERE));
  refuses("ARGUMENT", () => labels.record(0));
  const regions = cairn.build(map, { kind: Kind.REGIONS });
  assert.equal(regions.places("regions").length, 2 * regions.figures.regions);
  assert.throws(() => labels.places("bend"), { name: "TypeError", message: /"bends"/ });
});
