// Repeated trials: agents that keep what they learn, and walk a problem again and again until a trial
// learns nothing. A table of what it takes until then, and a chart of how costs fall.
import { name, number, table } from './html.mjs';

export const hasTrials = ({ parameters }) => /(^| )trials=/.test(parameters);

/** The agents with repeated trials, in every set that has them. */
const listTrials = (data) =>
  (data.summary.sets ?? [{ set: data.first, agents: data.summary.agents }]).flatMap(
    ({ set, agents }) => agents.filter(hasTrials).map((agent) => ({ ...agent, set })),
  );

const ofRow = ({ set, agent }) => ({ table: 'all', where: { set, agent } });

/** The trials 1, 2, 4, 8 and so on of an agent, up to the first in which no problem learns anything; not
 *  beyond the last trial of a problem that is still learning. */
function listNumbers(data, row) {
  const rows = data.rows(ofRow(row));
  const last = Math.max(...rows.map(({ trials }) => trials));
  const known = Math.min(
    ...rows.filter(({ converged }) => converged === 0).map(({ trials }) => trials),
  );
  const numbers = [1];
  while (numbers.at(-1) < last && numbers.at(-1) * 2 <= known) numbers.push(numbers.at(-1) * 2);
  return numbers;
}

function makePoint(data, row, line, trial) {
  const trace = { fn: 'mean', of: 'trial_suboptimality', trial, ...ofRow(row) };
  return {
    agent: row.agent,
    set: row.set,
    algorithm: row.algorithm,
    line,
    x: { v: trial },
    y: { v: data.value(trace), t: trace },
  };
}

/** The cost of a trial by its number: a line for each agent. */
export function makeTrialsFigures(data) {
  const points = listTrials(data).flatMap((row, line) =>
    listNumbers(data, row).map((trial) => makePoint(data, row, line, trial)),
  );
  const figure = {
    id: 'trials',
    place: 'trials',
    number: null,
    caption: 'Suboptimality of a trial by its number, mean over the problems.',
    x: 'trial',
    y: 'suboptimality, %',
    points,
    paper: [],
  };
  return points.length > 0 ? [figure] : [];
}

export function renderTrials(data, figure) {
  const rows = listTrials(data);
  if (rows.length === 0) return '';
  const value = (row, fn, of, more = {}) => data.value({ fn, of, ...more, ...ofRow(row) });
  const isLearning = (row) => value(row, 'sum', 'converged') < value(row, 'count', 'problem');
  const cell = (head, fn, of, { bound = () => false, ...more } = {}) => ({
    head,
    cell: (row) => number(data, { fn, of, ...more, ...ofRow(row) }, { bound: bound(row) }),
  });
  const content = table({
    id: 'table-trials',
    dense: true,
    caption: 'What it takes until a trial learns nothing, means over the problems.',
    columns: [
      { head: 'Agent', cell: (row) => name(row.agent) },
      { head: 'set', kind: 'text', cell: (row) => name(row.set) },
      cell('problems', 'count', 'problem'),
      cell('converged', 'sum', 'converged'),
      cell('trials', 'mean', 'trials', { bound: isLearning }),
      cell('travel, cells', 'mean', 'trials_travel', { bound: isLearning }),
      cell('memory, states', 'mean', 'trials_memory_states', { bound: isLearning }),
      cell('memory, kB', 'mean', 'trials_kb', { bound: isLearning }),
      cell('first trial, %', 'mean', 'trial_suboptimality', { trial: 1 }),
      cell('last trial, %', 'mean', 'last_suboptimality'),
    ],
    rows,
    foot: 'Learned values are kept from trial to trial of a problem, and each problem begins without any. Travel: the cost of all trials of a problem together. Memory: strictly on-line, of the trial that took most. First and last trial: suboptimality. Trials of a problem end when one learns nothing, which is convergence: all further ones would be the same. Where some end before that, because no more were asked for or one was cut, a mean is a lower bound, marked ≥.',
  });
  return `${figure}${content}`;
}
