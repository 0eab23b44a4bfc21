// The rows of a run, and what they say of an agent. Nothing here is shared with lib/, which makes the
// report: the definitions are written anew, after docs/research/evaluation.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

function readTable(path) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const header = lines[0].split(',');
  const cells = (line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, header.length)
      .map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  return lines.slice(1).map((line, i) => {
    const row = new Map(cells(line).map((cell, j) => [header[j], cell]));
    return {
      line: i + 2,
      get: (column) => row.get(column),
      num: (column) => Number(row.get(column)),
    };
  });
}

export class Rows {
  constructor(folder) {
    this.all = readTable(join(folder, 'results.csv'));
    const first = this.all[0]?.get('set');
    this.results = this.all.filter((row) => row.get('set') === first);
    this.crowd = readTable(join(folder, 'crowd.csv'));
    this.summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
  }

  of(agent) {
    return this.results.filter((row) => row.get('agent') === agent);
  }

  /** The rows of an agent in a set. */
  ofSet(set, agent) {
    return this.all.filter((row) => row.get('agent') === agent && row.get('set') === set);
  }

  /** The agents of the main group, in order of appearance. */
  listAgents() {
    const main = this.results.filter((row) => row.get('group') === 'agents');
    return [...new Set(main.map((row) => row.get('agent')))];
  }
}

export const KILO = 1024;

// A measure of one row.
export const suboptimality = (row) => 100 * (row.num('cost') / row.num('optimal')) - 100;
export const relativeCost = (row) => row.num('cost') / row.num('optimal');
export const timePerMove = (row) => row.num('time_ns') / (1000 * row.num('moves'));
export const onlineKb = (row) => (4 * row.num('memory_states')) / KILO;
export const sharedKb = (row) => (row.num('database_bytes') + row.num('index_bytes')) / KILO;
/** The paper's count: four bytes for a state; where regions are labelled, for every cell too. There is
 *  none for what the paper has not: NaN. */
export const countedKb = (row) => {
  if (row.num('index_bytes') !== 0 || row.get('database').includes('fallback=')) return NaN;
  if (row.get('database') === '') return 0;
  const labels = { knn: 0, dlrta: row.num('map_cells') }[row.get('algorithm')] ?? NaN;
  return (4 * (labels + row.num('database_states'))) / KILO;
};
export const countedCumulativeKb = (row) => countedKb(row) + onlineKb(row);
export const relativeSize = (row) =>
  (row.num('database_states') + (row.get('algorithm') === 'dlrta' ? row.num('map_cells') : 0)) /
  row.num('map_cells');
export const statesARecord = (row) => row.num('database_states') / row.num('database_records');
export const cumulativeKb = (row) => onlineKb(row) + sharedKb(row);
export const isWall = (row) => row.get('clock') === 'wall';
export const isCut = (row) => (row.get('solved') === '1' ? 0 : 1);
export const failsAt = (end) => (row) => Number(row.get('failure_end') === end);
export const hasFailed = (row) => Math.min(1, row.num('failures'));
/** How far above the optimal cost a trial was. Rows have those of trials 1, 2, 4, 8 and so on; once
 *  nothing is learned, the next trial is the last one again. */
export const trialSuboptimality = (trial) => (row) => {
  const costs = row.get('trial_costs').split(' ');
  let [place, number] = [0, 1];
  for (; number < trial; number *= 2) place++;
  const isOver = row.num('trials') < trial;
  if (number !== trial || (isOver && row.get('converged') !== '1')) return NaN;
  return 100 * ((isOver ? row.num('last_cost') : Number(costs[place])) / row.num('optimal')) - 100;
};
export const lastSuboptimality = (row) => 100 * (row.num('last_cost') / row.num('optimal')) - 100;
export const column =
  (name, divisor = 1) =>
  (row) =>
    row.num(name) / divisor;

// A number of many rows.
export const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);
export const mean = (rows, of) => sum(rows, of) / rows.length;
const sort = (rows, of) => rows.map(of).sort((a, b) => a - b);
export const least = (rows, of) => sort(rows, of)[0];
export const most = (rows, of) => sort(rows, of).at(-1);

export function median(rows, of) {
  const values = sort(rows, of);
  const half = values.length >> 1;
  return values.length % 2 === 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

export function deviation(rows, of) {
  const average = mean(rows, of);
  return Math.sqrt(sum(rows, (row) => (of(row) - average) ** 2) / (rows.length - 1));
}

/** The smallest number of agents at which A takes less memory than B, by trying; null: none. */
export function findBreakEven(a, b, shared = sharedKb) {
  const total = (rows, agents) => mean(rows, shared) + agents * mean(rows, onlineKb);
  return searchBreakEven((agents) => total(a, agents) < total(b, agents));
}

/** The same by the lines through the fewest and the most agents of each map's many-agent runs. */
export function findGrownBreakEven(crowdA, crowdB) {
  const total = (crowd, agents) => {
    const maps = [...new Set(crowd.map((row) => row.get('map')))];
    const grown = maps.map((map) => {
      const runs = crowd.filter((row) => row.get('map') === map);
      const few = runs.reduce((a, b) => (a.num('agents') <= b.num('agents') ? a : b));
      const many = runs.reduce((a, b) => (a.num('agents') > b.num('agents') ? a : b));
      const slope =
        (many.num('resident_bytes') - few.num('resident_bytes')) /
        (many.num('agents') - few.num('agents'));
      return few.num('resident_bytes') + (agents - few.num('agents')) * slope;
    });
    return grown.reduce((a, b) => a + b) / maps.length;
  };
  return searchBreakEven((agents) => total(crowdA, agents) < total(crowdB, agents));
}

/** The fewest agents that are enough; null: none. */
function searchBreakEven(isEnough) {
  let enough = 1;
  while (!isEnough(enough)) {
    enough *= 2;
    if (enough >= 2 ** 40) return null;
  }
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (isEnough(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
