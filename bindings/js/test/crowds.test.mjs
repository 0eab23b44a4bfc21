// Crowds: members, orders, arrays, saved states.

import assert from "node:assert/strict";
import test from "node:test";

import { MemberState, MIN_CROWD_WORK, Occupancy, Status } from "cairn-pathfinding";

import { cairn, HERE, makeMap, refuses, THERE } from "./room.mjs";

test("crowds", () => {
  const map = makeMap();
  const crowd = new cairn.Crowd(map, cairn.build(map), { capacity: 10, occupancy: Occupancy.CELLS });
  map.close();
  const members = Array.from({ length: 10 }, (_, i) => crowd.add([2 + i, 3]));
  assert.deepEqual([...crowd.cells].slice(0, 4), [2, 3, 3, 3]);
  refuses("FULL", () => crowd.add([2, 5]));
  assert.deepEqual([crowd.find([4, 3]), crowd.find(THERE)], [members[2], null]);
  crowd.order(members, THERE);
  for (let i = 0; i < 20; i++) crowd.step();
  const [saved, { hash }] = [crowd.save(), crowd.info];
  for (let i = 0; i < 1000 && crowd.step().walking > 0; i++);
  assert.ok(crowd.states.every((state) => state === MemberState.ARRIVED));
  for (const member of members) {
    const at = 2 * cairn.Crowd.indexOf(member);
    assert.deepEqual(crowd.member(member).cell, [...crowd.cells.slice(at, at + 2)]);
  }
  crowd.load(saved);
  assert.equal(crowd.info.hash, hash);
  saved[saved.length >> 1] ^= 1;
  refuses("CORRUPT", () => crowd.load(saved));
  crowd.remove(members[3]);
  refuses("NO_MEMBER", () => crowd.remove(members[3]));
  assert.throws(() => crowd.remove(members[3]), /no member number/);
  refuses("BLOCKED", () => crowd.push(members[4], [20, 3]));
  assert.throws(() => crowd.order(["a"], THERE), TypeError);
  crowd.reserve([1, 1], 5);
  crowd.close();
  for (const call of [() => crowd.step(), () => crowd.cells, () => crowd.states, () => crowd.info, () => crowd.save(), () => crowd.add(HERE)])
    refuses("CLOSED", call);
});

test("orders to many members, each to a goal of its own", () => {
  const map = makeMap();
  const db = cairn.build(map);
  const make = () => new cairn.Crowd(map, db, { capacity: 12, occupancy: Occupancy.CELLS });
  const cells = Array.from({ length: 12 }, (_, i) => [2 + i, 3]);
  const goals = Array.from({ length: 12 }, (_, i) => [25 + i, 20]);
  const [one, all] = [make(), make()];
  const members = all.addAll(Uint16Array.from(cells.flat()));
  assert.ok(members instanceof Uint32Array);
  assert.deepEqual(cells.map((cell) => one.add(cell)), [...members]);
  members.forEach((member, i) => one.order(member, goals[i]));
  assert.deepEqual([...all.orderEach(members, Uint16Array.from(goals.flat()))], Array(12).fill(Status.OK));
  for (let i = 0; i < 100; i++) assert.deepEqual(one.step(), all.step());
  assert.equal(one.info.hash, all.info.hash);
  assert.ok(members.every((member, i) => `${all.member(member).cell}` === `${goals[i]}`));

  const crowd = make();
  const [first, again, blocked, last] = crowd.addAll([HERE, HERE, [20, 3], THERE]);
  assert.deepEqual([first > 0, again, blocked, last > 0], [true, 0, 0, true]);
  assert.deepEqual([...crowd.orderEach([first, 77, last], [THERE, HERE, [20, 3]])], [Status.OK, Status.NO_MEMBER, Status.BLOCKED]);
  assert.deepEqual([crowd.member(first).goal, crowd.member(last).state], [THERE, MemberState.IDLE]);
  assert.equal(crowd.addAll([]).length, 0);
  assert.equal(crowd.orderEach([], []).length, 0);
  assert.throws(() => crowd.orderEach([first], [THERE, HERE]), RangeError);
  assert.throws(() => crowd.orderEach([first], new Uint16Array(3)), RangeError);
  assert.throws(() => crowd.orderEach(["a"], [THERE]), TypeError);
  assert.equal(crowd.addAll(Array.from({ length: 20 }, (_, i) => [5, 5 + i])).filter((member) => member > 0).length, 10);
});

test("a saved crowd may go on with another budget", () => {
  const map = makeMap();
  const db = cairn.build(map);
  const make = (settings) => new cairn.Crowd(map, db, { capacity: 10, maxWork: MIN_CROWD_WORK, ...settings });
  const crowd = make();
  crowd.order(crowd.addAll([HERE, [4, 4], [5, 5]]), THERE);
  for (let i = 0; i < 5; i++) crowd.step();
  const saved = crowd.save();
  for (const settings of [{ maxWork: 2 * MIN_CROWD_WORK }, { maxWork: 0 }]) {
    const other = make(settings);
    other.load(saved);
    assert.equal(other.info.hash, crowd.info.hash);
    while (other.step().walking > 0);
    assert.equal(other.states[0], MemberState.ARRIVED);
  }
  for (const settings of [{ capacity: 11 }, { stays: true }, { occupancy: Occupancy.CELLS }, { goalPolicy: 1 }, { strandedPolicy: 1 }])
    refuses("MISMATCH", () => make(settings).load(saved));
});
