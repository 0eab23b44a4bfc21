// walks.mjs PROGRAM MAP DB...: the cost of a step in WebAssembly and natively, in one run: PROGRAM is
// walks.c, compiled. Prints a table of nanoseconds of processor time.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

import { load } from "../src/node.js";
import { load as loadOnline } from "../src/node-online.js";

const PROBLEMS = 200;
const MOST_STEPS = 100000;

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

const walkAtOnce = (agent) => agent.walk(MOST_STEPS).length / 2;

function walkByStep(agent) {
  let steps = 1;
  while (steps < MOST_STEPS && agent.step().kind !== 1) steps++;
  return steps;
}

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

const [program, mapPath, ...dbs] = process.argv.slice(2);
const mapText = readFileSync(mapPath);
const halves = [["cairn.wasm", await load()], ["cairn-online.wasm", await loadOnline()]];
console.log("database".padEnd(24), "native", ...halves.flatMap(([name]) => [name, "times", "by step", "times"]));
for (const path of dbs) {
  const runs = [1, 2, 3].map(() => execFileSync(program, [mapPath, path]).toString().split(" ").map(Number));
  const native = Math.min(...runs.map(([, ns]) => ns));
  const row = [path.split("/").pop().padEnd(24), native.toFixed(1)];
  for (const [, cairn] of halves) {
    for (const walk of [walkAtOnce, walkByStep]) {
      const found = [1, 2, 3, 4, 5, 6].map(() => measure(cairn, mapText, readFileSync(path), walk));
      if (found[0].steps !== runs[0][0]) throw new Error("the walks are not the same");
      const ns = Math.min(...found.map((one) => one.ns));
      row.push(ns.toFixed(1), (ns / native).toFixed(2));
    }
  }
  console.log(...row);
}
