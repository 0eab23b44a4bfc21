// What the tests of Node.js share: a room, and what must fail.

import assert from "node:assert/strict";

import { CairnError, load } from "cairn-pathfinding";

export const cairn = await load();
export const [WIDTH, HEIGHT] = [40, 30];
export const [HERE, THERE] = [[3, 4], [35, 6]];

/** A room with a wall across it, which has a door at (20, 25). */
export function drawRoom() {
  const cells = new Uint8Array(WIDTH * HEIGHT).fill(1);
  for (let y = 0; y < HEIGHT; y++) if (y !== 25) cells[y * WIDTH + 20] = 0;
  return cells;
}

export const makeMap = (settings) => cairn.Map.fromCells(WIDTH, HEIGHT, drawRoom(), settings);

/** The call fails with this code. */
export function refuses(code, call) {
  assert.throws(call, (error) => error instanceof CairnError && error.code === code, `no ${code}: ${call}`);
}
