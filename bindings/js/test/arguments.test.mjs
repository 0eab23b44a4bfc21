// What goes in and what comes out: settings, types, numbers, names.

import assert from "node:assert/strict";
import test from "node:test";

import { Kind, load, Option } from "cairn-pathfinding";

import { cairn, HERE, makeMap, refuses, THERE } from "./room.mjs";

test("settings that nobody knows are refused, with the nearest that somebody does", () => {
  const map = makeMap({ changing: true });
  const db = cairn.build(map);
  const planner = new cairn.Planner(map);
  for (const [wrong, right, call] of [
    ["max_work", "maxWork", (settings) => new cairn.Agent(map, db, settings)],
    ["goalpolicy", "goalPolicy", (settings) => new cairn.Agent(map, db, settings)],
    ["max_work", "maxWork", (settings) => new cairn.Crowd(map, db, { planner, ...settings })],
    ["stay", "stays", (settings) => new cairn.Crowd(map, db, { planner, ...settings })],
    ["methods", "method", (settings) => new cairn.Planner(map, db, settings)],
    ["max-bytes", "maxBytes", (settings) => new cairn.Build(map, settings)],
    ["max_bytes", "maxBytes", (settings) => cairn.build(map, settings)],
    ["change", "changes", (settings) => new cairn.Repair(map, db, settings)],
    ["corner", "corners", (settings) => cairn.Map.fromText("", settings)],
    ["changeable", "changing", (settings) => map.copy(settings)],
    ["opne", "open", (settings) => map.change([{ x: 1, y: 1, width: 1, height: 1, ...settings }])],
  ])
    assert.throws(
      () => call({ [wrong]: 1 }),
      (error) => error instanceof TypeError && error.message.includes(`"${wrong}"`) && error.message.includes(`"${right}"`),
      `${call} with ${wrong}`);
  assert.throws(() => new cairn.Agent(map, db, null), TypeError);
  assert.throws(() => new cairn.Agent(map, db, 5), TypeError);
  assert.throws(() => new cairn.Build(map, { options: { records: 5 } }), { name: "TypeError", message: /Option\.RECORDS/ });
  assert.throws(() => new cairn.Build(map, { options: new Map([[Option.RECORDS, 5]]) }), TypeError);
  new cairn.Agent(map, db, { maxWork: undefined }).close();
});

test("an unknown setting of load() is refused", async () => {
  await assert.rejects(load({ wsam: null }), { name: "TypeError", message: /"wsam".*"wasm"/ });
});

test("results are in camelCase", () => {
  const map = makeMap({ changing: true });
  const build = new cairn.Build(map, { kind: Kind.KNN, options: { [Option.RECORDS]: 5 } }).run();
  const db = build.openDb();
  const labels = cairn.build(map, { kind: Kind.LABELS });
  const agent = new cairn.Agent(map, db);
  agent.start(HERE, THERE);
  agent.step();
  const crowd = new cairn.Crowd(map, labels, { planner: new cairn.Planner(map) });
  const planner = new cairn.Planner(map, db);
  const results = [
    map.info, db.info, db.figures, agent.stats, agent.plan, agent.plan.work, crowd.info, crowd.step(), crowd.member(crowd.add(HERE)), build.report,
    new cairn.Repair(map, labels).info, planner.stats, db.record(0), db.nearest(HERE, THERE)[0],
  ];
  for (const result of results)
    for (const name of Object.keys(result)) assert.match(name, /^[a-z][a-zA-Z]*$/);
  for (const name of ["largestComponent", "formatVersion", "skipDirect", "memoryBytes", "longestWait", "targetMet"])
    assert.ok(results.some((one) => name in one), name);
});

test("arguments whose own code closes the object", () => {
  const wicked = (owner, cell = HERE) => ({ length: 2, get 0() { return (owner.close(), cell[0]); }, 1: cell[1] });
  for (const call of [
    (map) => map.isOpen(wicked(map)), (map) => map.hasPath(HERE, wicked(map)), (map) => map.nearest(wicked(map)),
    (map) => map.setCells([HERE, wicked(map)], true), (map) => map.cells({ get x() { return (map.close(), 1); }, y: 1, width: 1, height: 1 }),
    (map) => map.setRect({ get x() { return (map.close(), 1); }, y: 1, width: 1, height: 1 }, true),
    (map) => map.change([{ get x() { return (map.close(), 1); }, y: 1, width: 1, height: 1, open: true }]),
    (map) => map.copy({ get changing() { return (map.close(), true); } }),
    (map) => new cairn.Agent(map, null, { get maxWork() { return (map.close(), 0); } }),
    (map) => new cairn.Build(map, { options: { get [Option.RECORDS]() { return (map.close(), 9); } } }),
  ])
    refuses("CLOSED", () => call(makeMap({ changing: true })));
  const map = makeMap();
  const db = cairn.build(map);
  for (const call of [
    (crowd) => crowd.add(wicked(crowd)), (crowd) => crowd.addAll([wicked(crowd)]), (crowd) => crowd.order(crowd.add(HERE), wicked(crowd)),
    (crowd) => crowd.orderEach([crowd.add(HERE)], [wicked(crowd)]),
    (crowd) => crowd.order({ *[Symbol.iterator]() { yield crowd.add(HERE); crowd.close(); } }, THERE),
  ])
    refuses("CLOSED", () => call(new cairn.Crowd(map, db)));
  const agent = new cairn.Agent(map, db);
  refuses("CLOSED", () => agent.start(HERE, wicked(agent)));
  for (const name of ["distance", "path", "waypoints", "ask"]) {
    const planner = new cairn.Planner(map, db);
    refuses("CLOSED", () => planner[name](HERE, wicked(planner)));
  }
});

test("wrong types and numbers", () => {
  const map = makeMap();
  for (const call of [
    () => map.isOpen(3), () => map.isOpen("ab"), () => map.isOpen(null), () => map.isOpen(["1", 2]),
    () => new cairn.Map(), () => new cairn.Db(), () => cairn.Map.fromCells(1, 1, "x"),
    () => cairn.Map.fromCells("1", 1, new Uint8Array(1)), () => cairn.Map.fromText(3),
    () => new cairn.Agent(), () => new cairn.Agent(map, map), () => new cairn.Agent(map, null, { algorithm: "lrta" }),
    () => new cairn.Planner({}), () => new cairn.Build(3), () => new cairn.Build(map, { progress: 3 }),
    () => cairn.Db.fromBytes("text"), () => map.setRect({ x: 1 }, true), () => map.setCells([1, 2], true),
  ])
    assert.throws(call, TypeError, `${call}`);
  for (const call of [
    () => map.isOpen([-1, 2]), () => map.isOpen([1.5, 2]), () => map.isOpen([70000, 2]),
    () => cairn.Map.fromCells(3, 3, new Uint8Array(8)), () => new cairn.Agent(map, null, { maxWork: -1 }),
    () => map.setRect({ x: 1, y: 1, width: 70000, height: 1 }, true),
  ])
    assert.throws(call, RangeError, `${call}`);
  refuses("ARGUMENT", () => new cairn.Agent(map, null, { algorithm: 99 }));
  refuses("ARGUMENT", () => new cairn.Build(map, { options: { 999: 1 } }));
  refuses("NOT_CHANGING", () => map.setRect({ x: 1, y: 1, width: 1, height: 1 }, true));
});
