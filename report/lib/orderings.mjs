// More orderings that the paper states: of databases, of memory, and of settings that change little.
import { meanOf, name, number, quoted } from './html.mjs';
import { MISSING, both, chain, isAbove, showRatio } from './verdicts.mjs';

const find = (data, agent) => data.agents.find((entry) => entry.agent === agent);

/** A change of cost that is called little: a tenth. */
const LITTLE = 1.1;

/** Whether two agents cost much the same. */
const isClose = (data, a, b) =>
  both(
    isAbove(data, a, b, 'suboptimality', 1 / LITTLE),
    isAbove(data, b, a, 'suboptimality', 1 / LITTLE),
  );

function dominates(data, knn, dlrta) {
  if (!knn || !dlrta) return MISSING;
  return {
    holds: both(
      isAbove(data, knn, dlrta, 'suboptimality', 1),
      isAbove(data, knn, dlrta, 'preparation_seconds', 1),
    ),
    ours: `${chain(data, [knn, dlrta], 'suboptimality', ' %')}: ${showRatio(data, knn, dlrta, 'suboptimality')}; ${chain(data, [knn, dlrta], 'preparation_seconds', ' CPU s')}.`,
    why: `Records: ${chain(data, [knn, dlrta], 'database_records', '')}.`,
  };
}

/** From level to level, "nearly an order of magnitude": between five and fifteen times. */
function growth(data) {
  const agents = data.family('dlrta', 'level').reverse();
  if (agents.length < 2) return MISSING;
  const ratio = (agent, i) => ({
    fn: 'ratio',
    a: data.mean(agents[i + 1].agent, 'database_records'),
    b: data.mean(agent.agent, 'database_records'),
  });
  const ratios = agents.slice(0, -1).map(ratio);
  return {
    holds: ratios.every((trace) => data.value(trace) > 5 && data.value(trace) < 15),
    ours: `Records: ${chain(data, agents, 'database_records', '')}; ratios ${ratios.map((trace) => number(data, trace)).join(', ')}.`,
    why: 'The abstraction joins fewer cells at a level than that of the paper.',
  };
}

function closeness(data, a, b, why) {
  if (!a || !b) return MISSING;
  return {
    holds: isClose(data, a, b),
    ours: `${chain(data, [a, b], 'suboptimality', ' %')}: ${showRatio(data, a, b, 'suboptimality')}.`,
    why,
  };
}

/** Less strictly on-line memory than TBA*, and than D LRTA* except at its lowest level. */
function onlineOrder(data, knn, tba) {
  const [lowest, ...higher] = data.family('dlrta', 'level');
  if (!knn || !tba || higher.length === 0) return MISSING;
  const order = [lowest, knn, ...higher, tba];
  const verdicts = [
    isAbove(data, lowest, knn, 'memory_states', 1),
    ...higher.map((agent) => isAbove(data, knn, agent, 'memory_states', 1)),
    isAbove(data, knn, tba, 'memory_states', 1),
  ];
  return {
    holds: verdicts.reduce(both),
    ours: `${chain(data, order, 'memory_states', ' states')}.`,
    why: `Re-visits: ${chain(data, order, 'revisits', '')}.`,
  };
}

/** The level with the least cumulative memory, by the paper's count. */
function sweetSpot(data) {
  const agents = data.family('dlrta', 'level');
  const wanted = find(data, 'D LRTA*(11)');
  if (agents.length < 3 || !wanted) return MISSING;
  const value = ({ agent }) => data.value(data.mean(agent, 'counted_cumulative_kb'));
  const best = agents.reduce((least, agent) => (value(agent) < value(least) ? agent : least));
  return {
    holds: best === wanted,
    ours: `${chain(data, agents, 'counted_cumulative_kb', ' kB')}: the least is ${name(best.agent)}.`,
    why: `Strictly on-line: ${chain(data, agents, 'online_kb', ' kB')}.`,
  };
}

function moreCandidates(data, knn) {
  const agent = data.agents.find(
    (entry) => entry.group === 'ablation' && / candidates=/.test(` ${entry.parameters}`),
  );
  if (!agent || !knn) return MISSING;
  return {
    holds: both(isClose(data, knn, agent), isAbove(data, knn, agent, 'time_per_move_us', 1)),
    ours: `${chain(data, [knn, agent], 'suboptimality', ' %')}: ${showRatio(data, agent, knn, 'suboptimality')}; ${chain(data, [knn, agent], 'time_per_move_us', ' CPU µs')}.`,
    why: `Problems with a selection without a record: ${number(data, { fn: 'sum', of: 'failed', where: { agent: knn.agent } })} and ${number(data, { fn: 'sum', of: 'failed', where: { agent: agent.agent } })}.`,
  };
}

/** [claim, verdict] of each. */
export function listMoreClaims(data, { knn, tba }) {
  const failures = knn
    ? `Problems with a selection without a record, a problem: ${meanOf(data, knn.agent, 'failed')}.`
    : '';
  return [
    ...['kNN LRTA*(40000)', 'kNN LRTA*(60000)'].map((agent) => [
      `${name(agent)} dominates ${name('D LRTA*(9)')} in quality and pre-computation (section 8.4).`,
      dominates(data, find(data, agent), find(data, 'D LRTA*(9)')),
    ]),
    [
      `${name('kNN LRTA*(80000)')} is hardly better than ${name('kNN LRTA*(60000)')}: ${quoted('agents', 'kNN LRTA*(80000)', 'suboptimality')} and ${quoted('agents', 'kNN LRTA*(60000)', 'suboptimality')} % in the paper (section 8.4).`,
      closeness(data, find(data, 'kNN LRTA*(80000)'), find(data, 'kNN LRTA*(60000)'), failures),
    ],
    ['A level less makes nearly ten times the records of D LRTA* (section 8.4).', growth(data)],
    [
      `${name('kNN LRTA*(10000)')} and ${name('D LRTA*(10)')} perform closely (section 8.4).`,
      closeness(data, find(data, 'kNN LRTA*(10000)'), find(data, 'D LRTA*(10)'), failures),
    ],
    [
      'Strictly on-line, kNN LRTA* takes less memory than TBA* and than all of D LRTA* but its lowest level (section 8.6).',
      onlineOrder(data, knn, tba),
    ],
    [
      `D LRTA* has a sweet spot of memory at ${name('D LRTA*(11)')} (section 8.6).`,
      sweetSpot(data),
    ],
    [
      'More candidates improve suboptimality very little, and take more time per move (section 8.2).',
      moreCandidates(data, knn),
    ],
  ];
}
