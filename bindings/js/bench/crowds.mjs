// crowds.mjs: what a frame of 10,000 members costs in JavaScript beside the frame itself: the arrays of cells and
// states, and orders, one by one and all in one call. Microseconds of processor time, the least of some runs. Raw
// calls are those of WebAssembly, made in a loop over numbers that lie in its memory already.

import { readFile } from "node:fs/promises";

import { Core } from "../src/core.js";
import { load } from "../src/node.js";

const [MEMBERS, SIDE, RUNS] = [10000, 2048, 25];

function makeDraw() {
  let state = 1;
  return (end) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % end;
}

/** Open cells of a map that is one component. */
function drawCells(map) {
  const [draw, cells] = [makeDraw(), []];
  while (cells.length < MEMBERS) {
    const cell = [draw(SIDE), draw(SIDE)];
    if (map.isOpen(cell)) cells.push(cell);
  }
  return cells;
}

function measure(call) {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    call();
    const now = process.cpuUsage(before);
    return now.user + now.system;
  });
  return Math.min(...times);
}

const print = (what, time) => console.log(`${what.padEnd(40)} ${time < 10 ? time.toFixed(2) : Math.round(time)}`);

/** The same crowd by calls of WebAssembly alone. */
async function measureRaw(cells, goals) {
  const wasm = await readFile(new URL("../wasm/cairn.wasm", import.meta.url));
  const none = () => 0;
  const imports = {
    env: { cairn_js_tell: none },
    wasi_snapshot_preview1: { clock_time_get: none, fd_close: none, fd_seek: none, fd_write: none },
  };
  const { instance } = await WebAssembly.instantiate(wasm, imports);
  const core = new Core(instance.exports);
  const c = core.exports;
  const map = core.create((out) => c.cairn_js_generate(4, SIDE, SIDE, 1n, 0, out));
  const build = core.create((out) => c.cairn_build_create(map, 0, out));
  core.check(c.cairn_build_run(build));
  const db = core.create((out) => c.cairn_build_open_db(build, out));
  const def = core.fill("cairn_crowd_def", { capacity: MEMBERS });
  const crowd = core.create((out) => c.cairn_crowd_create(map, db, def, out));
  const [members, at] = [core.allocate(4 * MEMBERS), core.allocate(4 * MEMBERS)];
  core.u8.set(new Uint8Array(Uint16Array.from(goals.flat()).buffer), at);
  cells.forEach(([x, y], i) => core.check(c.cairn_crowd_add(crowd, x + y * 65536, members + 4 * i)));
  const packed = core.u32.slice(at >> 2, (at >> 2) + MEMBERS);
  return measure(() => {
    for (let i = 0; i < MEMBERS; i++) c.cairn_crowd_order(crowd, members + 4 * i, 1, packed[i]);
  });
}

const cairn = await load();
const map = cairn.Map.generate("city", SIDE, SIDE);
const db = cairn.build(map);
const cells = drawCells(map);
const goals = cells.slice().reverse();
const [flat, flatGoals] = [Uint16Array.from(cells.flat()), Uint16Array.from(goals.flat())];
const make = () => new cairn.Crowd(map, db, { capacity: MEMBERS });

const crowd = make();
const members = crowd.addAll(flat);
console.log(`${MEMBERS} members, city of ${SIDE} x ${SIDE}, microseconds`);
print("cells and states", measure(() => {
  for (let i = 0; i < 1000; i++) (crowd.cells, crowd.states);
}) / 1000);
print("info, with the hash", measure(() => crowd.info));
const crowds = Array.from({ length: 2 * RUNS }, make);
print("add, one by one", measure(() => {
  const one = crowds.pop();
  for (const cell of cells) one.add(cell);
}));
print("addAll", measure(() => crowds.pop().addAll(flat)));
print("order, one by one", measure(() => {
  for (let i = 0; i < MEMBERS; i++) crowd.order(members[i], goals[i]);
}));
print("orderEach, arrays of cells", measure(() => crowd.orderEach(members, goals)));
print("orderEach, typed arrays", measure(() => crowd.orderEach(members, flatGoals)));
print("raw calls of cairn_crowd_order", await measureRaw(cells, goals));
