// A run whose rows are the paper's own numbers, three problems for each of its agents: what the report
// makes of them must be what the paper makes of them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const paper = JSON.parse(readFileSync(new URL('../paper.json', import.meta.url), 'utf8'));

const ALGORITHMS = { kNN: 'knn', D: 'dlrta', TBA: 'tba', A: 'astar' };
const MOVES = 1000;
const OPTIMAL = 1000000;

/** Of three problems one is as the mean, one costs less and one more. */
const SPREAD = [0.5, 1, 1.5];

function makeRow(agent, values, problem) {
  const algorithm = ALGORITHMS[agent.match(/^\w+/)[0]];
  const database = values.megabytes ? `kind=${algorithm}` : '';
  const bytes = (values.cumulative - values.online) * 1024;
  const cells = values.relative ? bytes / 4 / values.relative : OPTIMAL; // four bytes a state
  return {
    map: 'maze',
    agent,
    group: 'agents',
    algorithm,
    parameters: '',
    database,
    problem,
    solved: agent === 'TBA*(5)' && problem === 2 ? 0 : 1, // so that its mean is a bound
    cost: OPTIMAL * (1 + (SPREAD[problem] * values.suboptimality) / 100),
    optimal: OPTIMAL,
    optimal_moves: MOVES,
    expanded: 2 * MOVES,
    moves: MOVES,
    revisits: 0,
    memory_states: (values.online * 1024) / 4,
    failures: problem === 2 ? 1 : 0,
    time_ns: values.time * MOVES * 1000,
    first_move_ns: 1,
    p50_move_ns: 1,
    p99_move_ns: 1,
    max_move_ns: 1,
    map_cells: cells,
    map_open: OPTIMAL,
    database_records: values.records ?? 0,
    database_states: ((values.relative ?? 0) - (algorithm === 'dlrta' ? 1 : 0)) * cells,
    database_bytes: bytes,
    index_bytes: 0,
    preparation_seconds: values.hours ?? 0,
    set: '',
    clock: 'cpu',
    trials: 1,
    converged: 1,
    trials_cost: 0,
    last_cost: 0,
    trials_memory_states: 0,
    trial_costs: '',
  };
}

/** Agents that the paper has not: a program, kinds and settings without a count of the paper's, and
 *  repeated trials, of which one problem of three is still learning at the end. */
const OTHERS = [
  { agent: 'own', algorithm: 'program', clock: 'wall', time_ns: 1, preparation_seconds: 1e-6 },
  { agent: 'regions', algorithm: 'regions', database: 'kind=regions' },
  { agent: 'ranked', algorithm: 'knn', database: 'kind=knn fallback=true' },
  { agent: 'landmarks', algorithm: 'astar', index_bytes: 4096 },
  {
    agent: 'again',
    group: 'trials',
    algorithm: 'lrta',
    parameters: 'trials=5',
    trials: [3, 2, 5],
    converged: [1, 1, 0],
    trials_cost: [3.5, 2.25, 7],
    last_cost: [1, 1, 1.25],
    trials_memory_states: [64, 32, 16],
    trial_costs: ['1.5 1', '1.25 1', '2 1.5 1.25'],
  },
];

function makeOther(other, problem) {
  const of = (value) => (Array.isArray(value) ? value[problem] : value);
  const row = makeRow('A*', paper.agents['A*'], problem);
  for (const [column, value] of Object.entries(other)) row[column] = of(value);
  for (const column of ['trials_cost', 'last_cost']) row[column] *= OPTIMAL;
  row.trial_costs = row.trial_costs
    .split(' ')
    .map((cost) => cost && Number(cost) * OPTIMAL)
    .join(' ');
  return row;
}

/** Writes the run into a folder; `source` are more members of the suite. `others` adds agents that the paper
 *  has not. */
export function writePaperRun(folder, source = { paper: true }, others = false) {
  mkdirSync(folder, { recursive: true });
  const rows = Object.entries(paper.agents).flatMap(([agent, values]) =>
    SPREAD.map((_, problem) => makeRow(agent, values, problem)),
  );
  for (const other of others ? OTHERS : [])
    rows.push(...SPREAD.map((_, problem) => makeOther(other, problem)));
  const lines = [Object.keys(rows[0]), ...rows.map(Object.values)];
  writeFileSync(join(folder, 'results.csv'), lines.map((line) => `${line.join(',')}\n`).join(''));
  writeFileSync(join(folder, 'crowd.csv'), 'map,agent,agents\n');
  const firsts = rows.filter(({ problem }) => problem === 0);
  const agents = firsts.map(({ agent, group, algorithm, parameters, database }) => {
    const word = { knn: 'records', dlrta: 'level', tba: 'slice' }[algorithm];
    const number = agent.match(/\((\d+)\)/)?.[1];
    const option = word && number ? `${word}=${number}` : '';
    if (!(agent in paper.agents)) return { agent, group, algorithm, parameters, database };
    const ofDatabase = database ? `${database} ${option}` : '';
    return {
      agent,
      group,
      algorithm,
      parameters: database ? parameters : option,
      database: ofDatabase,
    };
  });
  const summary = {
    suite: 'own',
    description: 'published numbers',
    corners: 'strict',
    machine: {},
    source,
    maps: [],
    agents,
    walks: [],
  };
  writeFileSync(join(folder, 'summary.json'), JSON.stringify(summary));
}
