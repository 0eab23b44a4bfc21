// Settings: objects of named values. A name that nobody knows is refused, with the nearest one that somebody does.

/** How many letters are put in, left out or replaced to make one word of the other. */
function countEdits(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let k = 1; k <= other.length; k++)
      next.push(Math.min(row[k] + 1, next[k - 1] + 1, row[k - 1] + (one[i - 1] === other[k - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}

const simplify = (name) => name.replace(/[^a-zA-Z0-9]/g, "").toLowerCase();

/** Of some names the one that is most like another: max_work is maxWork in other letters. */
export function findNearestName(name, names) {
  const simple = simplify(String(name));
  const edits = names.map((one) => countEdits(simple, simplify(one)));
  return names[edits.indexOf(Math.min(...edits))];
}

/** `of` is what the names are for, such as "an agent". */
export function refuseUnknown(given, names, of) {
  for (const name of Object.keys(given))
    if (!names.includes(name))
      throw new TypeError(`${of} has no setting "${name}": did you mean "${findNearestName(name, names)}"?`);
}

/** What is given, and the defaults of what is not. */
export function readSettings(given, defaults, of) {
  if (given === undefined) return defaults;
  if (given === null || typeof given !== "object") throw new TypeError(`the settings of ${of} must be an object`);
  refuseUnknown(given, Object.keys(defaults), of);
  const settings = { ...defaults };
  for (const name of Object.keys(defaults)) if (given[name] !== undefined) settings[name] = given[name];
  return settings;
}
