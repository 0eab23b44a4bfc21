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
const finder = new cairn.Finder(map, db);
const path = finder.path([2, 3], [60, 5]); // x and y in turn
console.log(path.length / 2, "cells,", finder.distance([2, 3], [60, 5]) / 10, "long");
console.log(finder.waypoints([2, 3], [60, 5]));
assert.deepEqual(agent.cell, [60, 5]);
assert.equal(agent.stats.cost, finder.distance([2, 3], [60, 5]));
for (const one of [finder, agent, db, map]) one.close();
