// The run in short, where the paper's findings are not asked for: which agent is best in what.
import { DIMENSIONS, axisOf } from './figures.mjs';
import { isWall, meanOf, name, table } from './html.mjs';

/** The agents with the lowest mean of a measure; several if they are equal. A lower bound is not a
 *  value, and a time by the wall clock is none among processor times. */
function findBest(data, of) {
  const isUnlike = ({ agent }) =>
    (of === 'suboptimality' && data.cut(agent) > 0) || isWall(data, agent, of);
  const main = data.agents.filter((agent) => agent.group === 'agents');
  const sure = main.filter((agent) => !isUnlike(agent));
  const agents = sure.length > 0 ? sure : main;
  const values = agents.map((agent) => data.value(data.mean(agent.agent, of)));
  const least = Math.min(...values);
  return agents.filter((agent, i) => values[i] === least);
}

const MOST_NAMES = 3;

export function renderShort(data) {
  const rows = DIMENSIONS.map(axisOf).map(({ of, title }) => ({
    of,
    title,
    best: findBest(data, of),
  }));
  return table({
    id: 'table-short',
    caption: 'The least of each, as means over all problems.',
    columns: [
      { head: 'Measure', cell: (row) => row.title },
      { head: 'least', cell: (row) => meanOf(data, row.best[0].agent, row.of) },
      {
        head: 'agent',
        kind: 'text',
        cell: ({ best }) =>
          best
            .slice(0, MOST_NAMES)
            .map((agent) => name(agent.agent))
            .join('; ') + (best.length > MOST_NAMES ? '; …' : ''),
      },
    ],
    rows,
    foot: 'Which agents none is better than in all four together, the Pareto front tells.',
  });
}
