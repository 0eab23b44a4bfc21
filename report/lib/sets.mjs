// The sets of a suite beside the first: other problems, corners or maps for some of the agents.
import { isWall, name, number, table } from './html.mjs';
import { hasTrials } from './trials.mjs';

/** Each agent that another set has, in every set that has it. */
function listRows(data) {
  const sets = data.summary.sets ?? [];
  const others = new Set(sets.slice(1).flatMap(({ agents }) => agents.map(({ agent }) => agent)));
  return sets.flatMap(({ set, agents }) =>
    agents
      .filter(({ agent }) => others.has(agent))
      .map(({ agent, algorithm, cut, parameters }) => ({ set, agent, algorithm, cut, parameters })),
  );
}

export function renderSets(data) {
  if ((data.summary.sets ?? []).length < 2) return '';
  const rows = listRows(data);
  const cell = (head, fn, of, options = () => ({})) => ({
    head,
    cell: (row) =>
      number(
        data,
        { fn, of, table: 'all', where: { set: row.set, agent: row.agent } },
        options(row),
      ),
  });
  return table({
    id: 'table-sets',
    dense: true,
    caption: 'The agents of other sets, and the same agents in the first.',
    columns: [
      { head: 'Agent', cell: (row) => name(row.agent) },
      { head: 'set', kind: 'text', cell: (row) => name(row.set) },
      cell('problems', 'count', 'problem'),
      cell('A* difficulty', 'mean', 'difficulty'),
      cell('suboptimality, %', 'mean', 'suboptimality', (row) => ({ bound: row.cut > 0 })),
      cell('from, %', 'low', 'suboptimality'),
      cell('to, %', 'high', 'suboptimality'),
      cell('median, %', 'median', 'suboptimality'),
      cell('cut', 'sum', 'cut'),
      cell('no record', 'sum', 'failed'),
      cell('CPU µs a move', 'mean', 'time_per_move_us', (row) => ({
        wall: isWall(data, row.agent, 'time_per_move_us'),
      })),
      cell('states a record', 'mean', 'states_a_record'),
    ],
    rows,
    foot: `States a record: of agents with records.${rows.some(hasTrials) ? ' Of repeated trials it is the first.' : ''}`,
  });
}
