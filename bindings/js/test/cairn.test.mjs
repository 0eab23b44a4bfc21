// The binding for JavaScript in Node.js: objects, errors, lifetimes, sizes.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { Algorithm, CairnError, Kind, load, MIN_REPAIR, MIN_WORK, Option, RepairPhase, Status, StepKind } from "cairn-pathfinding";
import { load as loadOnline } from "cairn-pathfinding/online";

import { cairn, drawRoom, HEIGHT, HERE, makeMap, refuses, THERE, WIDTH } from "./room.mjs";

const golden = new URL("../../../test/golden/", import.meta.url);

test("the on-line half has at most 120 kB", () => {
  const wasm = readFileSync(new URL("../wasm/cairn-online.wasm", import.meta.url));
  const bytes = gzipSync(wasm, { level: 9 }).length;
  assert.ok(bytes <= 122_000, `${bytes} bytes`);
});

test("maps", () => {
  const map = makeMap();
  assert.equal(map.info.openCells, WIDTH * HEIGHT - HEIGHT + 1);
  const room = drawRoom();
  for (let i = 0; i < room.length; i++)
    assert.equal(map.isOpen([i % WIDTH, Math.floor(i / WIDTH)]), room[i] === 1);
  assert.ok(map.hasPath(HERE, THERE));
  assert.equal(map.component([20, 3]), null);
  assert.deepEqual(map.nearest([20, 25]), [20, 25]);
  const text = "type octile\nheight 2\nwidth 3\nmap\n..@\n...\n";
  assert.equal(cairn.Map.fromText(text).info.openCells, 5);
  assert.equal(cairn.Map.fromText(new TextEncoder().encode(text)).info.openCells, 5);
  assert.throws(() => cairn.Map.fromText(text.slice(0, -2)), { code: "SYNTAX", status: Status.SYNTAX, line: 6 });
});

test("the cells of a map", () => {
  const map = makeMap();
  assert.deepEqual(map.cells(), drawRoom());
  assert.deepEqual([...map.cells({ x: 19, y: 24, width: 3, height: 2 })], [1, 0, 1, 1, 1, 1]);
  refuses("OUTSIDE", () => map.cells({ x: 39, y: 0, width: 2, height: 1 }));
  refuses("OUTSIDE", () => map.cells({ x: 0, y: 0, width: 0, height: 1 }));
  assert.throws(() => map.cells({ x: 1, y: 1 }), TypeError);
});

test("agents walk what planners find", () => {
  const map = makeMap();
  const db = cairn.build(map);
  const agent = new cairn.Agent(map, db);
  const planner = new cairn.Planner(map, db);
  agent.start(HERE, THERE);
  const steps = [...agent];
  assert.equal(steps.at(-1).kind, StepKind.ARRIVED);
  assert.deepEqual(agent.cell, THERE);
  assert.equal(planner.path(HERE, THERE).length, 2 * (steps.length + 1));
  assert.equal(agent.stats.cost, planner.distance(HERE, THERE));
  agent.start(HERE, THERE);
  assert.deepEqual([...agent.walk()], steps.flatMap(({ x, y }) => [x, y]));
  agent.start(HERE, THERE);
  assert.equal(agent.walk(5).length, 10);
  assert.ok(planner.waypoints(HERE, THERE).length < 2 * steps.length);
  planner.ask(HERE, THERE);
  refuses("UNFINISHED", () => planner.foundDistance);
  let [slices, run] = [0, null];
  do (run = planner.run(MIN_WORK), slices++, assert.ok(run.spent <= MIN_WORK)); while (!run.done);
  assert.ok(slices === 1 || run.spent < MIN_WORK);
  assert.ok(planner.stats.units > 0);
  const found = planner.foundDistance;
  assert.deepEqual([...planner.foundPath(0, 1)], HERE);
  assert.deepEqual([...planner.foundWaypoints(0, 1)], HERE);
  assert.equal(found, planner.distance(HERE, THERE));
  refuses("BLOCKED", () => planner.distance(HERE, [20, 3]));
  refuses("BLOCKED", () => agent.start(HERE, [20, 3]));
  refuses("KIND", () => new cairn.Agent(map));
});

test("options and budgets", () => {
  const settings = { algorithm: Algorithm.LRTA, maxWork: MIN_WORK, options: { [Option.G_MAX]: 20 } };
  const agent = new cairn.Agent(makeMap(), null, settings);
  refuses("NOT_STARTED", () => agent.step());
  agent.start(HERE, THERE);
  for (const step of agent) assert.ok(step.units <= MIN_WORK);
  assert.ok(agent.stats.learned > 0);
  agent.forget();
});

test("objects keep what they need, and closed ones say so", () => {
  const map = makeMap({ changing: true });
  const db = cairn.build(map);
  const guide = new cairn.Planner(map);
  const agent = new cairn.Agent(map, db, { planner: guide });
  const planner = new cairn.Planner(map, db);
  const build = new cairn.Build(map);
  const repair = new cairn.Repair(map, db);
  for (const one of [map, db, guide, build, repair]) (one.close(), one.close());
  agent.start(HERE, THERE);
  assert.deepEqual([...agent.walk()].slice(-2), THERE);
  assert.equal(planner.distance(HERE, THERE), agent.stats.cost);
  (agent.close(), planner.close());
  for (const call of [
    () => map.info, () => map.isOpen(HERE), () => map.copy(), () => map.saveChanges(),
    () => map.setCells([HERE], true), () => map.loadChanges(new Uint8Array(4)), () => db.info, () => db.figures,
    () => db.verify(), () => agent.step(), () => agent.walk(), () => agent.cell, () => agent.stats, () => [...agent],
    () => agent.start(HERE, THERE), () => planner.path(HERE, THERE), () => planner.run(), () => build.run(),
    () => build.toBytes(), () => build.openDb(), () => build.report, () => repair.follow(), () => repair.run(),
    () => repair.swap(), () => new cairn.Agent(map, db), () => new cairn.Planner(map), () => new cairn.Build(map),
  ])
    refuses("CLOSED", call);
});

test("a .wasm that is not there", async () => {
  await assert.rejects(load({ wasm: Promise.resolve(new Response("", { status: 404 })) }), { code: "IO", message: /404/ });
  const package_ = mkdtempSync(join(tmpdir(), "cairn-"));
  cpSync(new URL("../src", import.meta.url), join(package_, "src"), { recursive: true });
  writeFileSync(join(package_, "package.json"), '{ "type": "module" }\n');
  const bare = await import(pathToFileURL(join(package_, "src", "node.js")));
  await assert.rejects(bare.load(), { code: "IO", message: /cairn\.wasm.*build-wasm/ });
  rmSync(package_, { recursive: true });
});

test("objects of two instances do not mix", async () => {
  const other = await load();
  assert.throws(() => new other.Agent(makeMap()), TypeError);
});

test("files that must fail", () => {
  const map = cairn.Map.fromText(readFileSync(new URL("caves.map", golden)));
  const names = readdirSync(golden).filter((name) => name.startsWith("fail-"));
  assert.ok(names.length > 5);
  for (const name of names)
    refuses(name.split("-")[1], () => cairn.Db.fromBytes(readFileSync(new URL(name, golden))).verify(map));
  for (const bytes of [new Uint8Array(0), new Uint8Array(4000), readFileSync(new URL("caves.map", golden))])
    refuses("CORRUPT", () => cairn.Db.fromBytes(bytes));
  refuses("MISMATCH", () => new cairn.Agent(map, cairn.build(makeMap())));
});

test("damaged bytes never crash", () => {
  const map = makeMap();
  const image = new cairn.Build(map, { kind: Kind.LABELS }).run().toBytes();
  for (let place = 0; place < image.length; place += 7) {
    image[place] ^= 0x5a;
    try {
      const db = cairn.Db.fromBytes(image);
      const agent = new cairn.Agent(map, db);
      agent.start(HERE, THERE);
      agent.walk(100);
      new cairn.Planner(map, db).path(HERE, THERE);
    } catch (error) {
      assert.ok(error instanceof CairnError, `${error.stack}`);
    }
    image[place] ^= 0x5a;
  }
});

test("builds", () => {
  const map = makeMap({ changing: true });
  const settings = { kind: Kind.KNN, options: { [Option.RECORDS]: 20 } };
  const told = [];
  const build = new cairn.Build(map, { ...settings, progress: (now) => told.push(now) });
  refuses("NOT_RUN", () => build.openDb());
  const image = build.run().toBytes();
  assert.ok(told.length > 0 && told[0].name.length > 0);
  assert.equal(build.report.bytes, image.length);
  const db = cairn.Db.fromBytes(image);
  db.verify(map);
  assert.equal(db.figures.records, 20);
  assert.equal(db.info.kind, Kind.KNN);
  const fail = () => {
    throw new SyntaxError("from the callback");
  };
  assert.throws(() => new cairn.Build(map, { ...settings, progress: fail }).run(), SyntaxError);
  refuses("INTERRUPTED", () => new cairn.Build(map, { ...settings, progress: () => false }).run());
  const codes = [];
  const meddle = () => {
    for (const call of [() => map.setCells([HERE], false), () => busy.run(), () => busy.toBytes()])
      try {
        call();
      } catch (error) {
        codes.push(error.code);
      }
    busy.close();
  };
  const busy = new cairn.Build(map, { ...settings, progress: meddle });
  busy.run();
  assert.deepEqual(codes.slice(0, 3), ["BUSY", "BUSY", "BUSY"]);
});

test("changes and repairs", () => {
  const map = makeMap({ changing: true });
  let db = cairn.build(map);
  const agent = new cairn.Agent(map, db);
  agent.start(HERE, THERE);
  map.setRect({ x: 20, y: 25, width: 1, height: 1 }, false);
  assert.equal(agent.step().kind, StepKind.CUT_OFF);
  const saved = map.saveChanges();
  map.setCells(new Uint16Array([20, 2, 20, 3]), true);
  assert.deepEqual([...agent.walk()].slice(-2), THERE);
  map.loadChanges(saved);
  assert.ok(!map.hasPath(HERE, THERE));
  saved[saved.length - 1] ^= 1;
  refuses("CORRUPT", () => map.loadChanges(saved));
  map.change([{ x: 1, y: 1, width: 3, height: 2, cells: new Uint8Array(6) }, { x: 20, y: 25, width: 1, height: 1, open: true }]);
  assert.ok(!map.isOpen([3, 2]) && map.isOpen([20, 25]));
  assert.throws(() => map.change([{ x: 1, y: 1, width: 3, height: 2, cells: new Uint8Array(5) }]), RangeError);
  assert.equal(map.copy().info.fingerprint, map.info.state);

  const living = makeMap({ changing: true });
  db = cairn.build(living);
  const repair = new cairn.Repair(living, db);
  cairn.build(living, { progress: () => refuses("BUSY", () => repair.swap()) });
  const walker = new cairn.Agent(living, db);
  repair.follow();
  assert.deepEqual(repair.run(MIN_REPAIR), { phase: RepairPhase.IDLE, spent: 0 }); // nothing has changed
  refuses("UNFINISHED", () => repair.swap());
  for (let i = 0; i < 3; i++) {
    living.setRect({ x: 20, y: 2 + 2 * i, width: 1, height: 1 }, true);
    repair.follow();
    let run;
    do (run = repair.run(MIN_REPAIR), assert.ok(run.spent <= MIN_REPAIR)); while (run.phase === RepairPhase.BUILDING);
    assert.equal(run.phase, RepairPhase.READY);
    if (i === 2) {
      refuses("BUSY", () => repair.swap()); // an agent still has the first one
      walker.close();
    }
    const before = db;
    db = repair.swap();
    db.verify();
    if (i === 0) walker.setDb(db);
    if (i === 2) assert.ok(!before.closed);
  }
  assert.equal(repair.info.swaps, 3);
  assert.equal(repair.run(MIN_REPAIR).phase, RepairPhase.IDLE);
  repair.close();
  assert.equal(new cairn.Planner(living, db).distance(HERE, THERE), 10 * 32 + 4 * 2);
});

test("out of memory", () => {
  const cells = new Uint8Array(16000 * 16000).fill(1);
  const map = cairn.Map.fromCells(16000, 16000, cells);
  refuses("MEMORY", () => new cairn.Planner(map).distance(HERE, THERE)); // 4 GB
  assert.equal(new cairn.Planner(makeMap()).distance(HERE, HERE), 0);
});

test("forgotten objects are collected", async () => {
  const small = await load();
  const map = small.Map.fromCells(2000, 2000, new Uint8Array(2000 * 2000).fill(1));
  for (let i = 0; i < 100; i++) {
    new small.Planner(map).ask(HERE, THERE); // 72 MB each: not all of them fit in 4 GB
    if (i % 10 !== 0) continue;
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
});

test("the on-line half walks by a database that the other half has built", async () => {
  const online = await loadOnline();
  for (const name of [online.Build, online.readScenario, online.Map.generate]) assert.equal(name, undefined);
  const image = new cairn.Build(makeMap()).run().toBytes();
  const map = online.Map.fromCells(WIDTH, HEIGHT, drawRoom());
  const agent = new online.Agent(map, online.Db.fromBytes(image));
  agent.start(HERE, THERE);
  assert.deepEqual([...agent.walk()].slice(-2), THERE);
  assert.throws(() => new online.Agent(map, null, { algorithm: Algorithm.ASTAR }), CairnError);
});
