// A walk in whatever runs this: a page or a worker.
import { load } from "cairn-pathfinding";
import { load as loadOnline } from "cairn-pathfinding/online";

export async function walk() {
  const cairn = await load();
  const online = await loadOnline();
  const cells = new Uint8Array(64 * 48).fill(1);
  for (let y = 0; y < 40; y++) cells[y * 64 + 30] = 0;
  const image = new cairn.Build(cairn.Map.fromCells(64, 48, cells)).run().toBytes();
  const map = online.Map.fromCells(64, 48, cells);
  const agent = new online.Agent(map, online.Db.fromBytes(image));
  agent.start([2, 3], [60, 5]);
  return { path: [...agent.walk()].join(), cost: agent.stats.cost };
}
