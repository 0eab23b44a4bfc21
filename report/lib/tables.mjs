// The tables of all agents. Where the suite asks for it they are Tables 1 to 6 of the paper, with the
// paper's numbers beside ours, and its agents that this run lacks.
import { DASH, meanOf, name, number, paper, quoted, table } from './html.mjs';

const ALGORITHM_OF = [
  [/^kNN/, 'knn'],
  [/^D LRTA/, 'dlrta'],
  [/^TBA/, 'tba'],
  [/^A\*/, 'astar'],
];

/** Our agents, and those of the paper that this run lacks where the suite asks for the paper. */
function listRows(data, wanted) {
  const ours = data.agents.filter((agent) => agent.group === 'agents' && wanted(agent));
  if (!data.paper) return ours;
  const names = new Set(ours.map((agent) => agent.agent));
  const missing = Object.keys(paper.agents)
    .filter((agent) => !names.has(agent))
    .map((agent) => ({
      agent,
      algorithm: ALGORITHM_OF.find(([pattern]) => pattern.test(agent))[1],
      faint: true,
    }))
    .filter(wanted);
  return [...ours, ...missing];
}

const hasDatabase = (agent) =>
  agent.faint ? /kNN|D LRTA/.test(agent.agent) : agent.database !== '';
const ofAgent = { head: 'Algorithm', cell: (row) => name(row.agent) };
const ours = (data, head, of, options) => ({
  head,
  cell: (row) => meanOf(data, row.agent, of, options),
});
/** A column of the paper's numbers: a list, which is empty unless the suite asks for them. */
const theirs = (data, head, key) =>
  data.paper ? [{ head, kind: 'paper', cell: (row) => quoted('agents', row.agent, key) }] : [];
/** A column by the paper's count of memory, for suites that ask for the paper. */
const counted = (data, column) => (data.paper ? [column] : []);
const caption = (data, number, text) => (data.paper ? `<b>Table ${number}.</b> ${text}` : text);
const bound = (data, head, fn, of) => ({
  head,
  cell: (row) => number(data, { fn, of, where: { agent: row.agent } }),
});
/** The two ends of a mean's interval. */
const interval = (data, of, unit) => [
  bound(data, `from${unit}`, 'low', of),
  bound(data, `to${unit}`, 'high', of),
];
const cut = (data) => ({
  head: 'cut',
  cell: (row) => number(data, { fn: 'sum', of: 'cut', where: { agent: row.agent } }),
});
const suboptimality = (data) => [
  ours(data, 'suboptimality, %', 'suboptimality'),
  ...theirs(data, 'paper, %', 'suboptimality'),
];
const CUT_NOTE =
  'From, to: where the mean lies with <span class="static">95</span> % confidence, by the bootstrap over the problems. A walk that costs too much is cut: one limit for all, a multiple of the optimal cost, with which it counts. A mean with cut walks is a lower bound, marked ≥. No record: problems with a failed selection, of D LRTA* those on which entry states led in a circle; the last column is the mean of the others.';

export function table1(data) {
  return table({
    id: 'table-1',
    caption: caption(data, 1, 'Suboptimality versus time per move.'),
    columns: [
      ofAgent,
      ours(data, 'time per move, CPU µs', 'time_per_move_us'),
      ...theirs(data, 'paper, µs', 'time'),
      ...suboptimality(data),
      ...interval(data, 'suboptimality', ', %'),
      {
        head: 'median, %',
        cell: (row) =>
          number(data, { fn: 'median', of: 'suboptimality', where: { agent: row.agent } }),
      },
      cut(data),
      bound(data, 'no record', 'sum', 'failed'),
      {
        head: 'others, %',
        cell: ({ agent }) => {
          const of = (fn, measure) => ({ fn, of: measure, where: { agent, failures: 0 } });
          const bound = data.value(of('sum', 'cut')) > 0;
          return number(data, of('mean', 'suboptimality'), { bound });
        },
      },
    ],
    rows: listRows(data, () => true),
    foot: CUT_NOTE,
  });
}

export function table2(data) {
  return table({
    id: 'table-2',
    caption: caption(data, 2, 'Suboptimality versus database pre-computation time, per map.'),
    columns: [
      ofAgent,
      ours(data, 'CPU seconds', 'preparation_seconds'),
      ...theirs(data, 'paper, hours', 'hours'),
      ...suboptimality(data),
    ],
    rows: listRows(data, hasDatabase),
  });
}

/** A column about records, which labels do not have. */
const ofRecords = (data, head, of, options) => ({
  head,
  cell: (row) =>
    data.value(data.mean(row.agent, 'database_records')) === 0
      ? DASH
      : meanOf(data, row.agent, of, options),
});

export function table3(data) {
  return table({
    id: 'table-3',
    caption: caption(data, 3, 'Database statistics, averages per map.'),
    columns: [
      ofAgent,
      ours(data, 'CPU seconds', 'preparation_seconds'),
      ...theirs(data, 'paper, hours', 'hours'),
      ofRecords(data, 'records', 'database_records'),
      ...theirs(data, 'paper', 'records'),
      ofRecords(data, 'relative size', 'relative_size', { decimals: 5 }),
      ...theirs(data, 'paper', 'relative'),
      ofRecords(data, 'states a record', 'states_a_record'),
      ours(data, 'file, MB', 'database_mb'),
      ...counted(data, ours(data, 'size, MB', 'counted_mb')),
      ...theirs(data, 'paper, MB', 'megabytes'),
    ],
    rows: listRows(data, hasDatabase),
    foot: `Relative size: states in all records, divided by the cells of the map; the regions of D LRTA* label every cell, which counts as a state. The file is the whole one, its index included.${data.paper ? ' The size is by the paper’s count: an index of four bytes for each state of a record and for each label. What the paper does not have has no such size.' : ''}`,
  });
}

export function table4(data) {
  return table({
    id: 'table-4',
    caption: caption(data, 4, 'Strictly on-line memory versus suboptimality.'),
    columns: [
      ofAgent,
      ours(data, 'states', 'memory_states'),
      ours(data, 'kB', 'online_kb'),
      ...theirs(data, 'paper, kB', 'online'),
      ...suboptimality(data),
    ],
    rows: listRows(data, () => true),
    foot: `The largest open and closed list together, and the states whose heuristic was raised, per problem; a state is an index of four bytes.${data.paper ? ' The paper does not say what a state takes on-line; its numbers come to about thirteen bytes.' : ''}`,
  });
}

export function table5(data) {
  return table({
    id: 'table-5',
    caption: caption(data, 5, 'Cumulative on-line memory versus suboptimality.'),
    columns: [
      ofAgent,
      ours(data, 'with the file, kB', 'cumulative_kb'),
      ...counted(data, ours(data, 'kB', 'counted_cumulative_kb')),
      ...theirs(data, 'paper, kB', 'cumulative'),
      ...suboptimality(data),
    ],
    rows: listRows(data, () => true),
    foot: `Strictly on-line memory and the database: its file, an index made in memory included${data.paper ? ', or its size by the paper’s count, of what the paper has' : ''}.`,
  });
}

/** The rival of section 8.7: TBA*, or A*, whose lists are the same, where TBA* is not measured. */
export function findRival(data) {
  const slices = data.family('tba', 'slice');
  return (
    slices.find((agent) => agent.agent === 'TBA*(100)') ??
    slices.at(-1) ??
    data.family('astar', 'slice')[0]
  );
}

/** Break-even points by what the many-agent runs took. */
const grown = (data, rival) => ({
  head: 'measured',
  cell: (row) =>
    row.faint || !data.findGrowth(row.agent)
      ? DASH
      : number(data, { fn: 'break-even-grown', a: row.agent, b: rival.agent }, { none: 'never' }),
});

export function table6(data) {
  const rival = findRival(data);
  if (!rival) return '';
  return table({
    id: 'table-6',
    caption: caption(data, 6, `Break-even points with respect to ${name(rival.agent)}, in agents.`),
    columns: [
      ofAgent,
      {
        head: 'with the file',
        cell: (row) =>
          row.faint
            ? DASH
            : number(data, { fn: 'break-even', a: row.agent, b: rival.agent }, { none: 'never' }),
      },
      ...counted(data, {
        head: 'break-even',
        cell: (row) =>
          row.faint || !data.isCounted(row.agent)
            ? DASH
            : number(
                data,
                { fn: 'break-even', a: row.agent, b: rival.agent, counted: true },
                { none: 'never' },
              ),
      }),
      ...theirs(data, 'paper', 'breakeven'),
      ...(data.findGrowth(rival.agent) ? [grown(data, rival)] : []),
    ],
    rows: listRows(data, hasDatabase),
    foot: `The fewest agents that together take less memory than as many of the rival: the database once, by its file${data.paper ? ' or by the paper’s count' : ''}, and the strictly on-line memory for each. Measured: by how much the process grew in the many-agent runs, from the fewest to the most agents.`,
  });
}

/** The many-agent run: what section 8.7 adds up, and what was measured. */
export function tableCrowd(data) {
  if (data.crowd.length === 0) return '';
  const rows = data.crowd.map((row) => {
    const agent = data.agents.find((entry) => entry.agent === row.agent);
    return { ...row, algorithm: agent?.algorithm };
  });
  const of = (row, measure) => ({
    fn: 'sum',
    table: 'crowd',
    of: measure,
    where: { map: row.map, agent: row.agent, agents: row.agents },
  });
  const predicted = (row) => ({
    fn: 'product',
    a: of(row, 'agents'),
    b: { fn: 'mean', of: 'memory_states', where: { agent: row.agent, map: row.map } },
  });
  const held = (row) => ({
    fn: 'total',
    of: [of(row, 'crowd_shared_kb'), of(row, 'crowd_agent_kb')],
  });
  return table({
    id: 'table-crowd',
    dense: true,
    caption: '<b>Many agents at once.</b> They share the map and the database and move in turns.',
    columns: [
      ofAgent,
      { head: 'map', cell: (row) => name(row.map) },
      { head: 'agents', cell: (row) => number(data, of(row, 'agents')) },
      { head: 'arrived', cell: (row) => number(data, of(row, 'arrived')) },
      {
        head: 'states, agents × mean',
        cell: (row) => number(data, predicted(row), { decimals: 0 }),
      },
      { head: 'states, measured', cell: (row) => number(data, of(row, 'memory_states')) },
      {
        head: 'shared, kB',
        cell: (row) => number(data, of(row, 'crowd_shared_kb'), { decimals: 0 }),
      },
      {
        head: 'agents, kB',
        cell: (row) => number(data, of(row, 'crowd_agent_kb'), { decimals: 0 }),
      },
      { head: 'sum, kB', cell: (row) => number(data, held(row), { decimals: 0 }) },
      {
        head: 'process grew by, kB',
        cell: (row) => number(data, of(row, 'crowd_resident_kb'), { decimals: 0 }),
      },
    ],
    rows,
    foot: 'Shared: map, database and index, once for all. Agents: what their allocator gave out, learned values included; by labels, regions, and records with a fall-back they are members of one cairn_crowd, which have no states of their own: what their plans are made with is in the bytes, once for all; a search reserves room for the whole map, of which only the part it visits takes memory. The process: pages in memory before the map was opened and after the last agent arrived; pages of the database that no agent looked at are not in it.',
  });
}

/** Why the first failed selections of walks have failed. */
export function tableFailures(data) {
  const known = new Set(data.results.filter((row) => row.failure_end).map((row) => row.agent));
  const rows = data.agents.filter(({ agent }) => known.has(agent));
  if (rows.length === 0) return '';
  const count = (head, of) => bound(data, head, 'sum', of);
  return table({
    id: 'table-failures',
    caption: 'Why selections failed: problems by the end that no candidate reaches.',
    columns: [
      ofAgent,
      count('no record', 'failed'),
      count('start', 'failed_start'),
      count('goal', 'failed_goal'),
      count('both', 'failed_both'),
      count('pair', 'failed_pair'),
    ],
    rows,
    foot: 'Of the first failed selection of a walk. Pair: each end is reached by some candidate, but no candidate reaches both. How far the nearest candidates are, the rows tell.',
  });
}

/** All measures of all agents. */
export function tableAll(data) {
  const mean = (head, of, options) => ours(data, head, of, options);
  const worst = (head, fn, of) => ({
    head,
    cell: (row) => number(data, { fn, of, where: { agent: row.agent } }),
  });
  const programs = data.agents.some(({ algorithm }) => algorithm === 'program')
    ? ' Of programs all times are by the wall, and marked so.'
    : '';
  return table({
    id: 'table-all',
    caption: 'Every agent of the run, all measures.',
    dense: true,
    columns: [
      ofAgent,
      {
        head: 'problems',
        cell: (row) => number(data, { fn: 'count', where: { agent: row.agent } }),
      },
      cut(data),
      mean('suboptimality, %', 'suboptimality'),
      worst('median, %', 'median', 'suboptimality'),
      mean('CPU µs a move', 'time_per_move_us'),
      mean('p50, wall ns', 'p50_move_ns', { decimals: 0 }),
      mean('p99, wall ns', 'p99_move_ns', { decimals: 0 }),
      mean('first move, wall µs', 'first_move_us'),
      worst('worst move, wall µs', 'max', 'max_move_us'),
      mean('moves', 'moves', { decimals: 0 }),
      mean('re-visits', 'revisits', { decimals: 0 }),
      mean('states', 'memory_states', { decimals: 0 }),
      mean('shared, kB', 'shared_kb', { decimals: 0 }),
      worst('no record', 'sum', 'failed'),
    ],
    rows: data.agents,
    foot: `p50 and p99 are of the single moves of a problem, averaged over problems; CPU is processor time, wall the clock on the wall; no record: problems with a failed selection, of D LRTA* with a circle of entry states.${programs}`,
  });
}
