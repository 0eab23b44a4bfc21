import assert from "node:assert";
import { load } from "cairn-pathfinding";

const cairn = await load();
const cells = new Uint8Array(64 * 48).fill(1); // 1 is open
for (let y = 0; y < 40; y++) cells[y * 64 + 30] = 0; // a wall with a gap below
const map = cairn.Map.fromCells(64, 48, cells);
const db = cairn.build(map);
const agent = new cairn.Agent(map, db);
agent.start([2, 3], [60, 5]);
for (const step of agent) console.log(step.x, step.y);
const planner = new cairn.Planner(map, db);
const path = planner.path([2, 3], [60, 5]); // x and y in turn
console.log(path.length / 2, "cells,", planner.distance([2, 3], [60, 5]) / 10, "long");
console.log(planner.waypoints([2, 3], [60, 5]));
assert.deepEqual(agent.cell, [60, 5]);
assert.equal(agent.stats.cost, planner.distance([2, 3], [60, 5]));
for (const one of [planner, agent, db, map]) one.close();
