// walks.mjs PROGRAM MAP DB...: the cost of a step in WebAssembly and natively, in one run: PROGRAM is
// walks.c, compiled. Prints a table of nanoseconds of processor time. Each way to walk is measured in a
// process of its own, as a game has it: the compiler knows one instance and one loop.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { load } from "../src/node.js";
import { load as loadOnline } from "../src/node-online.js";

const PROBLEMS = 200;
const MOST_STEPS = 100000;
const RUNS = 25;

function makeDraw() {
  let state = 1n;
  return (end) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) & 0xffffffffn) % end;
  };
}

function drawProblem(map, { width, height }, draw) {
  for (;;) {
    const from = [draw(width), draw(height)];
    const to = [draw(width), draw(height)];
    if (map.hasPath(from, to)) return [from, to];
  }
}

const WAYS = {
  walk: (agent) => agent.walk(MOST_STEPS).length / 2,
  step: (agent) => {
    let steps = 1;
    while (steps < MOST_STEPS && agent.step().kind !== 1) steps++;
    return steps;
  },
  "for of": (agent) => {
    let steps = 0;
    for (const step of agent) if (++steps === MOST_STEPS || step.kind === 1) break;
    return steps;
  },
};
const HALVES = { "cairn.wasm": load, "cairn-online.wasm": loadOnline };

function measure(cairn, mapText, image, walk) {
  const map = cairn.Map.fromText(mapText);
  const agent = new cairn.Agent(map, cairn.Db.fromBytes(image));
  const draw = makeDraw();
  const { info } = map;
  let [spent, steps] = [0, 0];
  for (let i = 0; i < 2 * PROBLEMS; i++) {
    const [from, to] = drawProblem(map, info, draw);
    if (i === PROBLEMS) [spent, steps] = [0, 0];
    const before = process.cpuUsage();
    agent.start(from, to);
    steps += walk(agent);
    const now = process.cpuUsage(before);
    spent += now.user + now.system;
  }
  return { steps, ns: (spent * 1000) / steps };
}

/** The least of some runs: "STEPS NS". */
async function measureHere(half, way, mapPath, path) {
  const cairn = await HALVES[half]();
  const found = Array.from({ length: RUNS }, () => measure(cairn, readFileSync(mapPath), readFileSync(path), WAYS[way]));
  console.log(found[0].steps, Math.min(...found.map((one) => one.ns)));
}

const runForNumbers = (...command) => execFileSync(command[0], command.slice(1)).toString().split(" ").map(Number);

function printTable(program, mapPath, dbs) {
  console.log(["database", "native", ...Object.keys(HALVES).flatMap((half) => [half, ...Object.keys(WAYS)])].join("  "));
  for (const path of dbs) {
    const runs = Array.from({ length: RUNS }, () => runForNumbers(program, mapPath, path));
    const native = Math.min(...runs.map(([, ns]) => ns));
    const row = [path.split("/").pop(), native.toFixed(1)];
    for (const half of Object.keys(HALVES)) {
      row.push("");
      for (const way of Object.keys(WAYS)) {
        const [steps, ns] = runForNumbers(process.execPath, process.argv[1], "--one", half, way, mapPath, path);
        if (steps !== runs[0][0]) throw new Error("the walks are not the same");
        row.push(`${ns.toFixed(1)} (${(ns / native).toFixed(2)})`);
      }
    }
    console.log(row.join("  "));
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === "--one") await measureHere(...rest);
else printTable(first, rest[0], rest.slice(1));
