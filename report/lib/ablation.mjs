// The six enhancements switched off one by one, and variants, with what the paper says of each.
import { meanOf, name, number, table } from './html.mjs';

const SAYS = [
  [
    /without=1( |$)/,
    'Heading for the goal at once if it is in reach: a check more per selection, potentially a shorter solution.',
  ],
  [/without=2( |$)/, 'Skipping a record’s start: a check more, potentially a shorter solution.'],
  [/without=3( |$)/, 'Skipping a record’s end: a check more, potentially a shorter solution.'],
  [
    /without=4( |$)/,
    'Checking a few records instead of all can substantially reduce the planning time.',
  ],
  [
    /without=5( |$)/,
    'The kd-tree speeds up the search for similar records; the answer is the same.',
  ],
  [
    /without=6( |$)/,
    'Going for the goal should not be a permanent step: the agent is likely to enter an area that the database covers.',
  ],
  [/without=all( |$)/, 'The basic algorithm of section 6.1.'],
  [
    /fragments=true/,
    'Disappointing: queries take longer, and fragments crowd the hits, so the agent resorts to its goal more often.',
  ],
  [
    /candidates=/,
    'A very minor improvement of suboptimality with a significant increase in time per move (footnote of section 8.2).',
  ],
];

/** The agent with all enhancements and the same database. */
function findBase(data, variant) {
  return data.agents.find(
    (agent) =>
      agent.group === 'agents' && agent.algorithm === 'knn' && agent.database === variant.database,
  );
}

const said = {
  head: 'the paper says',
  kind: 'text',
  cell: (row) => SAYS.find(([pattern]) => pattern.test(row.parameters))?.[1] ?? '',
};

export function renderAblation(data) {
  const variants = data.agents.filter((agent) => agent.group === 'ablation');
  const base = findBase(data, variants[0]);
  const against = (row, of) =>
    base && row.agent !== base.agent && !data.isWall(row.agent)
      ? number(
          data,
          { fn: 'ratio', a: data.mean(row.agent, of), b: data.mean(base.agent, of) },
          { unit: ' ×' },
        )
      : '';
  return table({
    id: 'table-ablation',
    caption: base
      ? `Each against ${name(base.agent)}, which has all six enhancements.`
      : 'The variants.',
    columns: [
      { head: 'Agent', cell: (row) => name(row.agent) },
      { head: 'suboptimality, %', cell: (row) => meanOf(data, row.agent, 'suboptimality') },
      {
        head: 'median, %',
        cell: (row) =>
          number(data, { fn: 'median', of: 'suboptimality', where: { agent: row.agent } }),
      },
      { head: 'CPU µs a move', cell: (row) => meanOf(data, row.agent, 'time_per_move_us') },
      { head: 'against base', cell: (row) => against(row, 'time_per_move_us') },
      {
        head: 'worst move, wall µs',
        cell: (row) => number(data, { fn: 'max', of: 'max_move_us', where: { agent: row.agent } }),
      },
      {
        head: 'no record',
        cell: (row) => number(data, { fn: 'sum', of: 'failed', where: { agent: row.agent } }),
      },
      {
        head: 'cut',
        cell: (row) => number(data, { fn: 'sum', of: 'cut', where: { agent: row.agent } }),
      },
      { head: 'shared, kB', cell: (row) => meanOf(data, row.agent, 'shared_kb', { decimals: 0 }) },
      ...(data.paper ? [said] : []),
    ],
    rows: base ? [base, ...variants] : variants,
  });
}
