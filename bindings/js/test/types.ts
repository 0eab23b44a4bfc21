// What the types allow and what they refuse; `tsc` checks it, nothing runs it.
import { Algorithm, CairnError, Corners, Kind, load, MIN_WORK, Option, RepairPhase, Status, StepKind, type Agent, type Map } from "cairn-pathfinding";
import { load as loadOnline } from "cairn-pathfinding/online";

export async function walk(drawn: Uint8Array): Promise<number> {
  const cairn = await load();
  using map: Map = cairn.Map.fromCells(64, 48, drawn, { corners: Corners.FREE, changing: true });
  const db = cairn.build(map, { kind: Kind.LABELS, progress: ({ done, total }) => done <= total });
  const agent: Agent = new cairn.Agent(map, db, { algorithm: Algorithm.AUTO, maxWork: MIN_WORK, options: { [Option.G_MAX]: 14 } });
  agent.start([1, 2], [3, 4]);
  for (const step of agent) if (step.kind === StepKind.ARRIVED) return step.x;
  const [x] = agent.cell;
  const fingerprint: bigint = map.info.fingerprint;
  const crowd = new cairn.Crowd(map, db, { capacity: 2, maxWork: 32768 });
  const members: Uint32Array = crowd.addAll([[1, 2], [3, 4]]);
  const failed = crowd.orderEach(members, new Uint16Array([5, 6, 7, 8])).some((status) => status !== Status.OK);
  const repair = new cairn.Repair(map, db);
  if (repair.run(65536).phase === RepairPhase.READY && !failed) agent.setDb(repair.swap());
  const scene: Map = cairn.Map.generate("city", 256, 256, 7n, { changing: true });
  const cells: Uint8Array = scene.cells({ x: 0, y: 0, width: 8, height: 8 });
  const { done, spent } = new cairn.Planner(map, db).run(MIN_WORK);
  const { target, work } = new cairn.Agent(map, db).plan;
  const [{ start }] = cairn.readScenario("version 1").problems;
  const numbers: number[] = [spent, work.states, ...target, ...start, cells.length, db.nearest([1, 2], [3, 4])[0].similarity];
  if (done) return numbers.length + db.record(0).states.length;
  const path: Uint16Array = new cairn.Planner(map, db).path([1, 2], [3, 4]);
  map.change([{ x: 1, y: 1, width: 1, height: 1, open: true }]);
  return x + Number(fingerprint) + path.length;
}

export async function refused(): Promise<void> {
  const online = await loadOnline();
  // @ts-expect-error the on-line half cannot build
  online.build;
  // @ts-expect-error nor make maps
  online.Map.generate("city", 9, 9);
  const map = online.Map.fromText("");
  // @ts-expect-error it is maxWork
  new online.Agent(map, null, { max_work: 5 });
  // @ts-expect-error plans are for the whole half
  new online.Agent(map).plan;
  // @ts-expect-error results are in camelCase
  map.info.open_cells;
  // @ts-expect-error a cell has two numbers
  online.Map.fromText("").isOpen([1]);
  // @ts-expect-error there is no such kind
  const kind: Kind = 99;
  try {
    // @ts-expect-error bytes are not a string
    online.Db.fromBytes("text");
  } catch (error) {
    if (error instanceof CairnError) throw new RangeError(`${error.code} ${error.line} ${kind}`);
  }
}
