// The figures as data: points with their traces. How they are drawn is in chart.mjs, which the
// page and the files for papers share.
import { paper } from './html.mjs';
import { findLines } from './lines.mjs';

export const ALGORITHMS = {
  knn: 'kNN LRTA*',
  dlrta: 'D LRTA*',
  tba: 'TBA*',
  astar: 'A*',
  lrta: 'LRTA*',
  lrts: 'LRTS',
  rtaa: 'RTAA*',
  lss: 'LSS-LRTA*',
  lrtak: 'LRTA*(k)',
  plrta: 'P-LRTA*',
  falcons: 'FALCONS',
  dba: 'DBA*',
  hcdps: 'HCDPS',
  labels: 'labels',
  regions: 'regions',
  program: 'programs (wall clock)',
};

export const familyOf = (algorithm) => ALGORITHMS[algorithm] ?? algorithm;

const AXES = {
  time: {
    of: 'time_per_move_us',
    title: 'time per move, CPU µs',
    short: 'time per move',
    key: 'time',
  },
  preparation: {
    of: 'preparation_seconds',
    title: 'pre-computation per map, CPU seconds',
    short: 'pre-computation',
    key: 'hours',
    factor: 3600,
  },
  database: { of: 'database_mb', title: 'database, MB', short: 'database' },
  cumulative: { of: 'cumulative_kb', title: 'cumulative memory, kB', short: 'memory' },
  'counted-database': {
    of: 'counted_mb',
    title: 'database by the paper’s count, MB',
    short: 'database',
    key: 'megabytes',
  },
  'counted-cumulative': {
    of: 'counted_cumulative_kb',
    title: 'cumulative memory by the paper’s count, kB',
    short: 'memory',
    key: 'cumulative',
  },
  suboptimality: {
    of: 'suboptimality',
    title: 'suboptimality, %',
    short: 'suboptimality',
    key: 'suboptimality',
  },
};

/** "60000" of "kNN LRTA*(60000)"; the whole name if there are no parentheses. */
const shorten = (agent) => agent.match(/\(([^)]*)\)$/)?.[1] ?? agent;

function makePoint(data, line, agent, x, y) {
  const value = (axis) => {
    const trace = data.mean(agent.agent, AXES[axis].of);
    return { v: data.value(trace), t: trace };
  };
  return {
    agent: agent.agent,
    label: shorten(agent.agent),
    algorithm: agent.algorithm,
    line,
    wall: data.isWall(agent.agent),
    cut: { v: data.cut(agent.agent), t: { fn: 'sum', of: 'cut', where: { agent: agent.agent } } },
    x: value(x),
    y: value(y),
  };
}

/** The paper's points; its hours are drawn as seconds, beside ours. It has none for our files. */
function paperPoints(x, y) {
  const of = (entry, axis) => entry[AXES[axis].key] * (AXES[axis].factor ?? 1);
  return Object.entries(paper.agents)
    .filter(([, entry]) => entry[AXES[x].key] !== undefined && entry[AXES[y].key] !== undefined)
    .map(([agent, entry]) => ({ agent, label: shorten(agent), x: of(entry, x), y: of(entry, y) }));
}

/** `place` is where it stands on the page: axes that measure one thing in two ways share it, and `what`
 *  is different for each. */
function makeFigure(data, x, { number, caption, wanted = () => true, place = x, what = '' }) {
  const agents = data.agents.filter((agent) => agent.group === 'agents' && wanted(agent));
  const points = findLines(agents).flatMap((line, i) =>
    line.map((agent) => makePoint(data, i, agent, x, 'suboptimality')),
  );
  return {
    id: x,
    place,
    what,
    number: data.paper ? number : null,
    caption,
    x: AXES[x].title,
    y: AXES.suboptimality.title,
    points,
    paper: data.paper ? paperPoints(x, 'suboptimality') : [],
  };
}

/** The figures that have points, with the numbers that the paper gives them. */
export function makeFigures(data) {
  const withDatabase = (agent) => agent.database !== '';
  return [
    makeFigure(data, 'time', { number: 12, caption: 'Suboptimality versus time per move.' }),
    makeFigure(data, 'preparation', {
      number: 13,
      caption: 'Suboptimality versus database pre-computation time per map.',
      wanted: withDatabase,
    }),
    ...makeMemoryFigures(data, 'database', {
      number: 14,
      caption: 'Suboptimality versus database size.',
      wanted: withDatabase,
    }),
    ...makeMemoryFigures(data, 'cumulative', {
      number: 15,
      caption: 'Suboptimality versus cumulative on-line memory.',
    }),
  ].filter((figure) => figure.points.length > 0);
}

/** Memory by our files and, where the suite asks for the paper, by the paper's count with its points. The
 *  two are different things: no chart has both. */
function makeMemoryFigures(data, axis, options) {
  if (!data.paper) return [makeFigure(data, axis, options)];
  const { wanted = () => true } = options;
  const counted = {
    ...options,
    place: axis,
    what: 'By the paper’s count',
    wanted: (agent) => wanted(agent) && data.isCounted(agent.agent),
  };
  return [
    makeFigure(data, `counted-${axis}`, counted),
    makeFigure(data, axis, { ...options, what: 'By our files' }),
  ];
}

export const axisOf = (axis) => AXES[axis];

/** The four dimensions of the Pareto front, less being better in each. */
export const DIMENSIONS = ['time', 'suboptimality', 'cumulative', 'preparation'];

/** Why an agent has no place in the front: a variant, times by another clock, or a mean that is a lower
 *  bound. */
function findReason(data, agent) {
  if (agent.group !== 'agents') return 'variant';
  if (data.isWall(agent.agent)) return 'wall';
  return data.cut(agent.agent) > 0 ? 'bound' : '';
}

const isBetter = (a, b) =>
  a.reason === '' &&
  b.reason === '' &&
  DIMENSIONS.every((axis) => a.values[axis].v <= b.values[axis].v) &&
  DIMENSIONS.some((axis) => a.values[axis].v < b.values[axis].v);

/** Every agent's place in four dimensions, and which of the others are better in all of them. */
export function makePareto(data) {
  const points = data.agents.map((agent) => ({
    agent: agent.agent,
    label: shorten(agent.agent),
    algorithm: agent.algorithm,
    group: agent.group,
    reason: findReason(data, agent),
    wall: data.isWall(agent.agent),
    values: Object.fromEntries(
      DIMENSIONS.map((axis) => {
        const trace = data.mean(agent.agent, AXES[axis].of);
        return [axis, { v: data.value(trace), t: trace }];
      }),
    ),
  }));
  for (const point of points) {
    point.dominators = points.filter((other) => isBetter(other, point)).map((other) => other.agent);
  }
  return { axes: DIMENSIONS.map((axis) => ({ axis, ...AXES[axis] })), points };
}
