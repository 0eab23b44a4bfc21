// Whether a claim about two agents, or about a list of them, holds by the rows: yes, no, or not decided
// where the interval of a ratio has the limit in it.
import { meanOf, name, number } from './html.mjs';

export const MISSING = { holds: null };

/** Times of one run differ by so much without a reason. */
const NOISE = 1.1;

/** What is neither shown nor refuted by the rows. */
export const OPEN = 'open';

/** mean(second) / mean(first) of a measure, by the problems that both have, and its interval. */
function findRatio(data, first, second, of) {
  const compared = of === 'suboptimality' ? 'relative_cost' : of; // quality by costs, as Table 7
  const pair = { of: compared, a: first.agent, b: second.agent };
  const value = {
    fn: 'ratio',
    a: data.mean(second.agent, compared),
    b: data.mean(first.agent, compared),
  };
  return {
    value,
    low: { fn: 'ratio-low', ...pair },
    high: { fn: 'ratio-high', ...pair },
    test: { fn: 'paired', ...pair },
  };
}

/** Whether the ratio is above a number: yes or no if all of its interval is on one side. A mean with
 *  cut walks is a lower bound and decides in one direction alone. */
export function isAbove(data, first, second, of, least) {
  const { low, high } = findRatio(data, first, second, of);
  const isBound = (agent) => of === 'suboptimality' && data.cut(agent.agent) > 0;
  if (data.value(low) > least) return isBound(first) ? OPEN : true;
  if (data.value(high) < least) return isBound(second) ? OPEN : false;
  return data.value(low) === data.value(high) ? false : OPEN;
}

/** "a ratio of 2 (1.8 to 2.2; p = 0.001)". */
export function showRatio(data, first, second, of) {
  const { value, low, high, test } = findRatio(data, first, second, of);
  const word = of === 'suboptimality' ? 'cost ratio' : 'ratio';
  return `a ${word} of ${number(data, value)} (${number(data, low)} to ${number(data, high)}; paired test: p = ${number(data, test, { decimals: 4 })})`;
}

/** Whether a measure falls along a list of agents: from the first to the last, and nowhere does it
 *  rise by more than noise. */
export function isFalling(data, agents, of, noise = 1) {
  const rises = agents.some(
    (agent, i) => i > 0 && isAbove(data, agents[i - 1], agent, of, noise) === true,
  );
  return rises ? false : isAbove(data, agents.at(-1), agents[0], of, 1);
}
export const isRising = (data, agents, of) => isFalling(data, [...agents].reverse(), of, NOISE);

/** Both of two verdicts. */
export const both = (a, b) =>
  a === false || b === false ? false : a === true && b === true ? true : OPEN;

/** "A 1, B 2": a measure of some agents, its mean unless another function is named. */
export function chain(data, agents, of, unit, fn = 'mean') {
  const show = ({ agent }) =>
    fn === 'mean'
      ? meanOf(data, agent, of, { unit })
      : number(data, { fn, of, where: { agent } }, { unit });
  return agents.map((agent) => `${name(agent.agent)} ${show(agent)}`).join(', ');
}
