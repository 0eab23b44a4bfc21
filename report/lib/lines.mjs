// Which agents of a chart are joined by a line, and in which order: those that differ in the value of
// one numeric parameter alone, by that value.

/** The options of an agent and its database, as [word, text] pairs. */
function listOptions(agent) {
  const options = `${agent.parameters} ${agent.database}`.split(' ').filter(Boolean);
  return options
    .map((option) => option.split('='))
    .filter(([word]) => word !== 'max-moves')
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

const isNumber = (text) => text !== '' && !Number.isNaN(Number(text));

/** A map from each key to the items that have it. */
export function groupBy(list, key) {
  const groups = new Map();
  for (const item of list) {
    if (!groups.has(key(item))) groups.set(key(item), []);
    groups.get(key(item)).push(item);
  }
  return groups;
}

/** All that a group has in common: algorithm, words, and values that are no numbers. */
const describe = ({ agent, options }, except) =>
  [
    agent.algorithm,
    ...options.map(([word, text]) => (except(word, text) ? word : `${word}=${text}`)),
  ].join(' ');

/** The word with most values in a group; what else has several splits the group further. */
function findAxis(group) {
  const words = group[0].options.map(([word]) => word);
  const count = (word) => new Set(group.map(({ options }) => getValue(options, word))).size;
  return words.reduce((best, word) => (count(word) > count(best) ? word : best), words[0]);
}

const getValue = (options, word) => Number(options.find(([other]) => other === word)?.[1]);

/** The agents as lists, each to be joined by a line. */
export function findLines(agents) {
  const entries = agents.map((agent) => ({ agent, options: listOptions(agent) }));
  const alike = groupBy(entries, (entry) => describe(entry, (word, text) => isNumber(text)));
  const lines = [];
  for (const group of alike.values()) {
    const axis = findAxis(group);
    for (const line of groupBy(group, (entry) => describe(entry, (word) => word === axis)).values())
      lines.push(line.sort((a, b) => getValue(a.options, axis) - getValue(b.options, axis)));
  }
  return lines.map((line) => line.map(({ agent }) => agent));
}
