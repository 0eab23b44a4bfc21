// What the types allow and what they refuse; `tsc` checks it, nothing runs it.
import { Algorithm, CairnError, Corners, Kind, load, MIN_WORK, Option, StepKind, type Agent, type Map } from "cairn-pathfinding";
import { load as loadOnline } from "cairn-pathfinding/online";

export async function walk(cells: Uint8Array): Promise<number> {
  const cairn = await load();
  using map: Map = cairn.Map.fromCells(64, 48, cells, { corners: Corners.FREE, changing: true });
  const db = cairn.build(map, { kind: Kind.LABELS, progress: ({ done, total }) => done <= total });
  const agent: Agent = new cairn.Agent(map, db, { algorithm: Algorithm.AUTO, maxWork: MIN_WORK, options: { [Option.G_MAX]: 14 } });
  agent.start([1, 2], [3, 4]);
  for (const step of agent) if (step.kind === StepKind.ARRIVED) return step.x;
  const [x] = agent.cell;
  const fingerprint: bigint = map.info.fingerprint;
  const path: Uint16Array = new cairn.Finder(map, db).path([1, 2], [3, 4]);
  map.change([{ x: 1, y: 1, width: 1, height: 1, open: true }]);
  return x + Number(fingerprint) + path.length;
}

export async function refused(): Promise<void> {
  const online = await loadOnline();
  // @ts-expect-error the on-line half cannot build
  online.build;
  // @ts-expect-error a cell has two numbers
  online.Map.fromText("").isOpen([1]);
  // @ts-expect-error there is no such kind
  const kind: Kind = 99;
  try {
    // @ts-expect-error bytes are not a string
    online.Db.fromBytes("text");
  } catch (error) {
    if (error instanceof CairnError) console.log(error.code, error.line, kind);
  }
}
