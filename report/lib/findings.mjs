// What the paper says of the algorithms, held against our rows. A verdict and its reason are
// computed; nothing here knows how a run ends.
import { meanOf, name, number, quoted } from './html.mjs';
import { findTrio } from './comparison.mjs';
import { listMoreClaims } from './orderings.mjs';
import { MISSING, both, chain, isAbove, isFalling, isRising, showRatio } from './verdicts.mjs';

/** How many walks were cut, where any were: their means are lower bounds. */
function countCuts(data, agents) {
  const cut = agents.filter((agent) => data.cut(agent.agent) > 0);
  if (cut.length === 0) return '';
  const counts = cut.map(
    ({ agent }) => `${name(agent)} ${number(data, { fn: 'sum', of: 'cut', where: { agent } })}`,
  );
  return ` Walks cut, whose means are lower bounds: ${counts.join(', ')}.`;
}

/** Why a mean of kNN LRTA* is what it is: the problems that found no record. */
function explainFailures(data, agent) {
  const where = { agent: agent.agent };
  const failed = { fn: 'sum', of: 'failed', where };
  if (data.value(failed) === 0) return `Every problem found a record with ${name(agent.agent)}.`;
  const good = { fn: 'mean', of: 'suboptimality', where: { ...where, failures: 0 } };
  return `With ${name(agent.agent)} ${number(data, failed)} of ${number(data, { fn: 'count', where })} problems had a selection without a record; over the others its mean is ${number(data, good, { unit: ' %' })}.`;
}

function moreRecords(data) {
  const agents = data.family('knn', 'records');
  if (agents.length < 2) return MISSING;
  const holds = isFalling(data, agents, 'suboptimality');
  return {
    holds,
    ours: `${chain(data, agents, 'suboptimality', ' %')}. ${explainFailures(data, agents.at(-1))}${countCuts(data, agents)}`,
    why: `Problems with a selection without a record: ${chain(data, agents, 'failed', '', 'sum')}. A single one of them can rule a mean; medians: ${chain(data, agents, 'suboptimality', ' %', 'median')}.`,
  };
}

function fasterWithRecords(data) {
  const agents = data.family('knn', 'records');
  if (agents.length < 2) return MISSING;
  const ends = [agents[0], agents.at(-1)];
  return {
    holds: isFalling(data, ends, 'time_per_move_us'),
    ours: `${chain(data, agents, 'time_per_move_us', ' CPU µs')}.`,
    why: `The cost of a selection is spread over the moves of a walk; mean moves: ${chain(data, ends, 'moves', '')}; first move: ${chain(data, ends, 'first_move_us', ' wall µs')}.`,
  };
}

function compare(data, first, second, of, unit, why, least = 1) {
  if (!first || !second) return MISSING;
  return {
    holds: isAbove(data, first, second, of, least),
    ours: `${chain(data, [first, second], of, unit)}: ${showRatio(data, first, second, of)}.${of === 'suboptimality' ? countCuts(data, [first, second]) : ''}`,
    why,
  };
}

function labelsDominate(data) {
  const agents = data.family('dlrta', 'level');
  if (agents.length === 0) return MISSING;
  const list = (of, unit) =>
    agents
      .map((agent) => `${name(agent.agent)} ${meanOf(data, agent.agent, of, { unit })}`)
      .join(', ');
  return {
    holds: agents.every((agent) => data.value(data.mean(agent.agent, 'state_share')) < 0.5),
    ours: `Share of the file that is subgoals of pairs: ${list('state_share', '')}; the rest is labels.`,
    why: `Labels are packed here: ${list('label_bytes', ' bytes a cell')}, where the paper keeps an index of four bytes for each cell; with four bytes the share of labels would be ${list('plain_label_share', '')}. And there are more pairs of regions: ${list('database_records', ' records')}.`,
  };
}

function sameLists(data) {
  const agents = [...data.family('tba', 'slice'), ...data.family('astar', 'slice')];
  if (agents.length < 2) return MISSING;
  const values = agents.map((agent) => data.value(data.mean(agent.agent, 'memory_states')));
  return {
    holds: Math.max(...values) <= 1.02 * Math.min(...values),
    ours: `${chain(data, agents, 'memory_states', ' states')}.`,
    why: `Their searches do not end alike; mean moves: ${chain(data, agents, 'moves', '')}.`,
  };
}

function slices(data) {
  const agents = data.family('tba', 'slice');
  if (agents.length < 2) return MISSING;
  return {
    holds: both(
      isFalling(data, agents, 'suboptimality'),
      isRising(data, agents, 'time_per_move_us'),
    ),
    ours: `${chain(data, agents, 'suboptimality', ' %')}; ${chain(data, agents, 'time_per_move_us', ' CPU µs')}.`,
    why: `Once a slice holds the whole search, a longer one changes nothing; first move: ${chain(data, agents, 'first_move_us', ' wall µs')}.`,
  };
}

function levels(data) {
  const agents = data.family('dlrta', 'level').reverse();
  if (agents.length < 2) return MISSING;
  return {
    holds: both(
      isFalling(data, agents, 'suboptimality'),
      isRising(data, agents, 'preparation_seconds'),
    ),
    ours: `${chain(data, agents, 'suboptimality', ' %')}; ${chain(data, agents, 'preparation_seconds', ' CPU s')}.${countCuts(data, agents)}`,
    why: `A few problems that scrub within a region rule the means; medians: ${chain(data, agents, 'suboptimality', ' %', 'median')}.`,
  };
}

function breakEven(data, { knn, tba, astar }) {
  const rival = tba ?? astar;
  if (!knn || !rival) return MISSING;
  const trace = { fn: 'break-even', a: knn.agent, b: rival.agent, counted: true };
  const value = data.value(trace);
  return {
    holds: value !== null && value <= 2,
    ours: `${name(knn.agent)} takes less memory than ${name(rival.agent)} from ${number(data, trace, { none: 'no number of' })} ${value === 1 ? 'agent' : 'agents'} on.`,
    why: `Strictly on-line: ${chain(data, [knn, rival], 'online_kb', ' kB')}; database, by the paper’s count: ${chain(data, [knn, rival], 'counted_kb', ' kB')}. A state of a list counts four bytes here, in the paper about thirteen.`,
  };
}

const variant = (data, test) =>
  data.agents.find((agent) => agent.group === 'ablation' && test(agent));

function fragments(data, { knn }, of, unit, why) {
  const agent = variant(data, (entry) => / fragments=true/.test(` ${entry.parameters}`));
  if (!agent || !knn) return MISSING;
  return {
    holds: isAbove(data, knn, agent, of, 1),
    ours: `${chain(data, [knn, agent], of, unit)}; in quality ${chain(data, [knn, agent], 'suboptimality', ' %')}.`,
    why,
  };
}

/** All claims with their verdicts. */
export function findFindings(data) {
  const trio = findTrio(data);
  const { knn, dlrta, tba, astar } = trio;
  const learning = `A walk that learns is slower per move; mean re-visits: ${chain(data, [knn, dlrta, tba].filter(Boolean), 'revisits', '')}.`;
  const claims = [
    ['More records, better paths (section 8.3).', moreRecords(data)],
    ['kNN LRTA* is faster per move with more records (section 8.3).', fasterWithRecords(data)],
    [
      `kNN LRTA* is far below TBA* in time per move: ${quoted('comparison', 'time_tba')} times in the paper, here asked to be more than a hundred (section 8.3).`,
      compare(data, knn, tba, 'time_per_move_us', ' CPU µs', learning, 100),
    ],
    [
      `kNN LRTA* is about ${quoted('comparison', 'time_astar')} times faster per move than A* (section 8.3).`,
      compare(
        data,
        knn,
        astar,
        'time_per_move_us',
        ' CPU µs',
        knn && astar && `States in the lists of A*: ${meanOf(data, astar.agent, 'memory_states')}.`,
        30,
      ),
    ],
    [
      'kNN LRTA* finds better paths than TBA* (section 8.3).',
      compare(data, knn, tba, 'suboptimality', ' %', knn && explainFailures(data, knn)),
    ],
    [
      'kNN LRTA* finds better paths than D LRTA* (section 8.3).',
      compare(data, knn, dlrta, 'suboptimality', ' %', knn && explainFailures(data, knn)),
    ],
    [
      'D LRTA* is somewhat faster per move than kNN LRTA* (section 8.3).',
      compare(data, dlrta, knn, 'time_per_move_us', ' CPU µs', learning),
    ],
    ['TBA* trades time per move for quality by its slice (section 8.3).', slices(data)],
    [
      'A lower level of D LRTA* gives better paths for more pre-computation (section 8.4).',
      levels(data),
    ],
    [
      'The memory of D LRTA* is dominated by the labels of cells (section 8.5).',
      labelsDominate(data),
    ],
    [
      `Databases of kNN LRTA* are smaller than those of D LRTA*, ${quoted('comparison', 'memory_dlrta')} times in the paper (section 8.5).`,
      compare(
        data,
        knn,
        dlrta,
        'counted_kb',
        ' kB',
        knn && dlrta && `Records: ${chain(data, [knn, dlrta], 'database_records', '')}.`,
      ),
    ],
    ...listMoreClaims(data, trio),
    ['The lists of TBA* are those of A*, whatever the slice (section 8.6).', sameLists(data)],
    [
      'kNN LRTA* takes less memory than TBA* from two agents on (section 8.7).',
      breakEven(data, trio),
    ],
    [
      'With record fragments a query takes longer, and with it a move (section 6.2).',
      fragments(
        data,
        trio,
        'time_per_move_us',
        ' CPU µs',
        'The index is larger, but not so much that it shows per move.',
      ),
    ],
    [
      'Fragments crowd out better records, so selections fail more often (section 6.2).',
      fragments(
        data,
        trio,
        'failed',
        ' failed a problem',
        'Fragments begin and end nearer to the problem than whole records do: those they crowd out are often worse.',
      ),
    ],
  ];
  return claims.map(([claim, result]) => ({ claim, ...result }));
}

const VERDICTS = {
  true: ['yes', 'holds'],
  false: ['no', 'does not hold'],
  open: ['none', 'not decided'],
};

function renderFinding({ claim, holds, ours, why }) {
  const [kind, word] = VERDICTS[holds];
  const reason = holds === true ? '' : ` <em>${why}</em>`;
  return `<li class="${kind}"><span class="verdict">${word}</span><div><p class="claim">${claim}</p><p>${ours}${reason}</p></div></li>`;
}

export function renderFindings(data) {
  const findings = findFindings(data);
  const measured = findings.filter(({ holds }) => holds !== null);
  const others = findings.filter(({ holds }) => holds === null);
  const left = others.length
    ? `<h3>Not measured in this suite</h3><ul class="left">${others.map(({ claim }) => `<li>${claim}</li>`).join('')}</ul>`
    : '';
  return `<ul class="findings">${measured.map(renderFinding).join('\n')}</ul>${left}`;
}
