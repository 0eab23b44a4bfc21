// What a number of the report must be, by where it stands: the table, the row's name and the column's
// head say it, not the trace that the report put beside the number. A report that computes its own
// wrong formula correctly is found out here.
import { boundMean } from './chance.mjs';
import * as rows from './rows.mjs';

const { mean, sum } = rows;
const ofMean = (of) => (list) => mean(list, of);
const ofSum = (of) => (list) => sum(list, of);

/** Columns of tables with a row for each agent: [what the rows give, key of it in the paper]. */
const COLUMNS = {
  'time per move, CPU µs': [ofMean(rows.timePerMove), 'time'],
  'CPU µs a move': [ofMean(rows.timePerMove)],
  'suboptimality, %': [ofMean(rows.suboptimality), 'suboptimality'],
  'median, %': [(list) => rows.median(list, rows.suboptimality)],
  cut: [ofSum(rows.isCut)],
  problems: [(list) => list.length],
  'no record': [ofSum(rows.hasFailed)],
  start: [ofSum(rows.failsAt('start'))],
  goal: [ofSum(rows.failsAt('goal'))],
  both: [ofSum(rows.failsAt('both'))],
  pair: [ofSum(rows.failsAt('pair'))],
  'CPU seconds': [ofMean(rows.column('preparation_seconds')), 'hours'],
  'pre-computation per map, CPU seconds': [ofMean(rows.column('preparation_seconds'))],
  records: [ofMean(rows.column('database_records')), 'records'],
  'from, %': [(list) => boundMean(list.map(rows.suboptimality)).low],
  'to, %': [(list) => boundMean(list.map(rows.suboptimality)).high],
  'others, %': [
    (list) =>
      mean(
        list.filter((row) => row.num('failures') === 0),
        rows.suboptimality,
      ),
  ],
  'A* difficulty': [ofMean((row) => row.num('expanded') / row.num('optimal_moves'))],
  'states a record': [ofMean(rows.statesARecord)],
  'relative size': [ofMean(rows.relativeSize), 'relative'],
  'file, MB': [ofMean(rows.column('database_bytes', rows.KILO ** 2))],
  'size, MB': [ofMean((row) => rows.countedKb(row) / rows.KILO), 'megabytes'],
  'with the file, kB': [ofMean(rows.cumulativeKb)],
  states: [ofMean(rows.column('memory_states'))],
  'shared, kB': [ofMean(rows.sharedKb)],
  'cumulative memory, kB': [ofMean(rows.cumulativeKb)],
  'database by the paper’s count, MB': [
    ofMean((row) => rows.countedKb(row) / rows.KILO),
    'megabytes',
  ],
  'cumulative memory by the paper’s count, kB': [ofMean(rows.countedCumulativeKb), 'cumulative'],
  'p50, wall ns': [ofMean(rows.column('p50_move_ns'))],
  'p99, wall ns': [ofMean(rows.column('p99_move_ns'))],
  'first move, wall µs': [ofMean(rows.column('first_move_ns', 1000))],
  'worst move, wall µs': [(list) => rows.most(list, rows.column('max_move_ns', 1000))],
  moves: [ofMean(rows.column('moves'))],
  're-visits': [ofMean(rows.column('revisits'))],
};

/** Heads that mean another thing in one table. */
const OWN_COLUMNS = {
  'table-4': { kB: [ofMean(rows.onlineKb), 'online'] },
  'table-5': { kB: [ofMean(rows.countedCumulativeKb), 'cumulative'] },
};

/** Table 7: a row, from the rows of kNN LRTA* and of its rival, and the paper's own number. */
const ratio = (of) => (knn, rival) => mean(rival, of) / mean(knn, of);
const isLess = (knn, rival, of) => 100 - 100 * (mean(rival, of) / mean(knn, of));
const breakEven = (a, b) => rows.findBreakEven(a, b, rows.countedKb);
const COMPARISONS = {
  'Cost of a path, of D LRTA* / of kNN LRTA*': [
    'dlrta',
    ratio(rows.relativeCost),
    'suboptimality_dlrta',
  ],
  'Cost of a path, of TBA* / of kNN LRTA*': ['tba', ratio(rows.relativeCost), 'suboptimality_tba'],
  'Time per move, of TBA* / of kNN LRTA*': ['tba', ratio(rows.timePerMove), 'time_tba'],
  'Time per move, of A* / of kNN LRTA*': ['astar', ratio(rows.timePerMove), 'time_astar'],
  'Time per move, kNN LRTA* above D LRTA*, %': [
    'dlrta',
    (knn, rival) => 100 * (mean(knn, rows.timePerMove) / mean(rival, rows.timePerMove)) - 100,
    'time_dlrta_percent',
  ],
  'Cumulative memory, of D LRTA* / of kNN LRTA*': [
    'dlrta',
    ratio(rows.countedCumulativeKb),
    'memory_dlrta',
  ],
  'The same, with the files': ['dlrta', ratio(rows.cumulativeKb)],
  'The same, with the file': ['tba', (knn, rival) => isLess(knn, rival, rows.cumulativeKb)],
  'Cumulative memory, TBA* below kNN LRTA*, %': [
    'tba',
    (knn, rival) => isLess(knn, rival, rows.countedCumulativeKb),
    'memory_tba_percent',
  ],
  'Break-even of kNN LRTA* against TBA*, agents': ['tba', breakEven, 'breakeven'],
  'Pre-computation, kNN LRTA* below D LRTA*, %': [
    'dlrta',
    (knn, rival) => {
      const seconds = rows.column('preparation_seconds');
      return 100 - 100 * (mean(knn, seconds) / mean(rival, seconds));
    },
    'hours_dlrta_percent',
  ],
};

const PROBLEMS = {
  'Optimal cost': [rows.column('optimal', 10), 'optimal'],
  'A* difficulty': [(row) => row.num('expanded') / row.num('optimal_moves'), 'difficulty'],
};
const FIGURES = {
  min: rows.least,
  max: rows.most,
  mean,
  median: rows.median,
  deviation: rows.deviation,
};

const CROWDS = {
  agents: rows.column('agents'),
  arrived: rows.column('arrived'),
  'states, measured': rows.column('memory_states'),
  'shared, kB': (row) =>
    (row.num('map_bytes') + row.num('database_bytes') + row.num('index_bytes')) / rows.KILO,
  'agents, kB': rows.column('agent_bytes', rows.KILO),
  'process grew by, kB': rows.column('resident_bytes', rows.KILO),
};

/** Of repeated trials, over the rows of an agent in a set. */
const TRIALS = {
  problems: (list) => list.length,
  converged: (list) => list.filter((row) => row.get('converged') === '1').length,
  trials: ofMean(rows.column('trials')),
  'travel, cells': ofMean(rows.column('trials_cost', 10)),
  'memory, states': ofMean(rows.column('trials_memory_states')),
  'memory, kB': ofMean((row) => (4 * row.num('trials_memory_states')) / rows.KILO),
  'first trial, %': ofMean(rows.trialSuboptimality(1)),
  'last trial, %': ofMean(rows.lastSuboptimality),
};
const isTotal = (head) => /^(trials|travel|memory)/.test(head);

const findColumn = (table, head) => OWN_COLUMNS[table]?.[head] ?? COLUMNS[head];
const isPaper = (head) => /^paper/.test(head);

/** An agent's measure by the title of an axis. */
export function getAxisValue(data, agent, title) {
  const axes = { 'database, MB': 'file, MB' };
  return COLUMNS[axes[title] ?? title]?.[0](data.of(agent));
}

/** The paper's measure that an axis may have beside ours; none for our files, which it has not. */
export const getPaperKey = (title) =>
  title === 'pre-computation per map, CPU seconds' ? 'hours' : COLUMNS[title]?.[1];

function judgeAgent(data, { table, row, heads, index }) {
  const rival = table.names[0];
  const crowd = (agent) => data.crowd.filter((entry) => entry.get('agent') === agent);
  if (table.id === 'table-6' && heads[index] === 'measured')
    return rows.findGrownBreakEven(crowd(row), crowd(rival));
  if (table.id === 'table-6')
    return rows.findBreakEven(
      data.of(row),
      data.of(rival),
      heads[index] === 'break-even' ? rows.countedKb : rows.sharedKb,
    );
  if (table.id === 'table-ablation' && heads[index] === 'against base')
    return mean(data.of(row), rows.timePerMove) / mean(data.of(rival), rows.timePerMove);
  return findColumn(table.id, heads[index])?.[0](data.of(row));
}

function judgeComparison(data, { table, row }) {
  const [algorithm, compute] = COMPARISONS[row] ?? [];
  const [knn, ...others] = table.names;
  const rival = others.find((agent) => data.of(agent)[0].get('algorithm') === algorithm);
  return rival && compute(data.of(knn), data.of(rival));
}

function judgeCrowd(data, { row, heads, index, cells }) {
  const [map, agents] = [cells[1].text, cells[2].text.replaceAll(',', '')];
  const found = data.crowd.find(
    (entry) =>
      entry.get('agent') === row && entry.get('map') === map && entry.get('agents') === agents,
  );
  if (!found) return undefined;
  const head = heads[index];
  if (head === 'sum, kB') return CROWDS['shared, kB'](found) + CROWDS['agents, kB'](found);
  if (head === 'states, agents × mean') {
    const walks = data.of(row).filter((entry) => entry.get('map') === map);
    return Number(agents) * mean(walks, rows.column('memory_states'));
  }
  return CROWDS[head]?.(found);
}

/** The least of a measure over the agents; the agent named beside it must have it. */
function judgeShort(data, { row, cells }) {
  const isSure = (agent) =>
    (row !== 'suboptimality, %' || sum(data.of(agent), rows.isCut) === 0) &&
    (!/CPU/.test(row) || !data.of(agent).some(rows.isWall));
  const sure = data.listAgents().filter(isSure);
  const ranked = sure.length > 0 ? sure : data.listAgents();
  const values = ranked.map((agent) => getAxisValue(data, agent, row));
  const least = Math.min(...values);
  const named = cells.at(-1).names.map((agent) => getAxisValue(data, agent, row));
  return named.every((value) => value === least) ? least : undefined;
}

function judgeProblems(data, { row, heads, index }) {
  const first = data.results[0].get('agent');
  return FIGURES[heads[index]]?.(data.of(first), PROBLEMS[row][0]);
}

/** A row of another set; its second cell names the set. */
function judgeSets(data, { row, heads, index, cells }) {
  const list = data.ofSet(cells[1].text, row);
  return list.length > 0 ? COLUMNS[heads[index]]?.[0](list) : undefined;
}

function judgeTrials(data, { row, heads, index, cells }) {
  const list = data.ofSet(cells[1].text, row);
  return list.length > 0 ? TRIALS[heads[index]]?.(list) : undefined;
}

const JUDGES = {
  'table-trials': judgeTrials,
  'table-sets': judgeSets,
  'table-7': judgeComparison,
  'table-crowd': judgeCrowd,
  'table-short': judgeShort,
  'table-problems': judgeProblems,
};

/** What the number in a cell must be; undefined if nothing is known that could stand there. */
export const judge = (data, place) => (JUDGES[place.table.id] ?? judgeAgent)(data, place);

/** Whether a time is by the wall clock where its column or row says CPU: it must say so itself. */
export function mustSayWall(data, { table, row, heads, index, cells }) {
  const what = table.id === 'table-short' ? row : heads[index];
  const agents = table.id === 'table-short' ? cells.at(-1).names : [row];
  const isWall = (agent) =>
    data.all.some((entry) => entry.get('agent') === agent && rows.isWall(entry));
  return /CPU/.test(what) && agents.some(isWall);
}

/** Whether a number of repeated trials is a bound: a problem was still learning. */
export function mustSayBound(data, { table, row, heads, index, cells }) {
  if (table.id !== 'table-trials' || !isTotal(heads[index])) return undefined;
  return data.ofSet(cells[1].text, row).some((entry) => entry.get('converged') !== '1');
}

/** What a number of the paper in a cell must be: it stands right of ours. */
export function judgeQuote(paper, { table, row, heads, index }) {
  if (!isPaper(heads[index])) return undefined;
  const ours = heads[index - 1];
  if (table.id === 'table-7') return paper.comparison[COMPARISONS[row]?.[2]];
  if (table.id === 'table-problems') return paper.problems[PROBLEMS[row][1]][ours];
  if (table.id === 'table-6') return paper.agents[row]?.breakeven;
  return paper.agents[row]?.[findColumn(table.id, ours)?.[1]];
}
