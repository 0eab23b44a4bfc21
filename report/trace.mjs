// trace.mjs DIR [--explain N]: makes every number of DIR/report.html from the rows of DIR again.
//
// It shares no code with the report. A number in a table or a chart is computed by its place: its
// table, row and column say what it must be (trace/cells.mjs). Any other number is computed by the
// trace beside it (trace/formula.mjs). A number without a trace, a name that is not in the data, or a
// number that differs is an error. With --explain it prints the rows behind the N-th number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  getAxisValue,
  getPaperKey,
  judge,
  judgeQuote,
  mustSayBound,
  mustSayWall,
} from './trace/cells.mjs';
import { Formulas } from './trace/formula.mjs';
import * as reader from './trace/page.mjs';
import { Rows, isWall, mean, trialSuboptimality } from './trace/rows.mjs';

const [folder, ...options] = process.argv.slice(2);
if (!folder) {
  console.error('usage: trace.mjs DIR [--explain N]');
  process.exit(2);
}
const data = new Rows(folder);
const formulas = new Formulas(data);
const paper = JSON.parse(readFileSync(new URL('./paper.json', import.meta.url), 'utf8'));
const page = readFileSync(join(folder, 'report.html'), 'utf8');
const problems = [];
const complain = (text) => problems.push(text);

function isNear(a, b) {
  if (typeof a !== 'number' || typeof b !== 'number') return String(a) === String(b);
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}

/** Whether a text shows a number, rounded to the digits it has. */
function shows(text, value) {
  if (typeof value !== 'number') return text.includes(String(value));
  const digits = text.match(/-?[\d,]+(?:\.(\d+))?/);
  if (!digits) return false;
  const shown = Number(digits[0].replaceAll(',', ''));
  return Math.abs(shown - value) <= 0.5000001 * 10 ** -(digits[1]?.length ?? 0);
}

// Every number, by its trace.
const numbers = reader.listNumbers(page).map(({ value, trace, text }) => {
  const parsed = JSON.parse(reader.unescape(trace));
  const again = formulas.evaluate(parsed);
  if (!isNear(again, typeof again === 'number' ? Number(value) : value) || !shows(text, again))
    complain(`"${text}" (${value}) is ${again} by its rows: ${JSON.stringify(parsed)}`);
  return { text, parsed, again };
});
for (const { path, text } of reader.listQuotes(page)) {
  const value = path.reduce((at, key) => at[key], paper);
  if (!shows(text, value)) complain(`"${text}" is ${value} in the paper: ${path.join(' ')}`);
}

// The numbers of tables, by where they stand.
function checkMarks(where, place, text) {
  if (mustSayWall(data, place) !== / wall$/.test(text))
    complain(`${where}: ${text} says another clock than its rows`);
  if ((mustSayBound(data, place) ?? text.startsWith('≥')) !== text.startsWith('≥'))
    complain(`${where}: ${text} is a lower bound or not, as its rows say`);
}
function checkCell(place, { text, numbers: ours, quotes }) {
  const where = `${place.table.id}, "${place.row}", "${place.heads[place.index]}"`;
  if (ours.length > 0) checkMarks(where, place, text);
  for (const { value } of ours) {
    const again = judge(data, place);
    if (again === undefined) complain(`${where}: nothing is known that could stand there`);
    else if (!isNear(again, Number(value))) complain(`${where}: ${text} should be ${again}`);
  }
  for (const quote of quotes) {
    const value = judgeQuote(paper, place);
    if (value === undefined || !shows(quote.text, value))
      complain(`${where}: the paper has ${value} there, not ${quote.text}`);
  }
}
for (const table of reader.listTables(page)) {
  for (const cells of table.rows) {
    const place = { table, row: cells[0].text, heads: table.heads, cells };
    cells.forEach((cell, index) => checkCell({ ...place, index }, cell));
  }
}

// The points of charts, by their axes.
let points = 0;
function checkPoint(agent, title, { v }) {
  const again = getAxisValue(data, agent, title);
  points++;
  if (!isNear(again, v)) complain(`a point of ${agent} has ${v}: ${title} is ${again}`);
}
function checkTrial({ agent, set, x, y }) {
  const again = mean(data.ofSet(set, agent), trialSuboptimality(x.v));
  points++;
  if (!isNear(again, y.v)) complain(`trial ${x.v} of ${agent} has ${y.v}: its rows say ${again}`);
}
/** The paper's hours are drawn as seconds. */
function checkPaperPoint({ agent, x, y }, title) {
  const key = getPaperKey(title);
  const value = paper.agents[agent]?.[key] * (key === 'hours' ? 3600 : 1);
  points++;
  if (paper.agents[agent]?.suboptimality !== y || !isNear(value, x))
    complain(`the paper's point of ${agent} is wrong, or no like of ours: ${title}`);
}
const charts = reader.readCharts(page);
for (const { id, points: list, x, y, paper: quoted } of charts.figures) {
  for (const point of list) {
    if (id === 'trials') {
      checkTrial(point);
      continue;
    }
    checkPoint(point.agent, x, point.x);
    checkPoint(point.agent, y, point.y);
    if (point.wall !== data.of(point.agent).some(isWall))
      complain(`a point of ${point.agent} says another clock than its rows`);
  }
  for (const point of quoted) checkPaperPoint(point, x);
}
for (const { agent, values } of charts.pareto.points)
  for (const { axis, title } of charts.pareto.axes) checkPoint(agent, title, values[axis]);

// The front, by the rows: no agent with a cut walk or another clock, no variant, and nobody who is beaten
// in all.
const ranked = charts.pareto.points.filter(({ agent }) => {
  const list = data.of(agent);
  const isSure = (row) => row.get('solved') === '1' && !isWall(row);
  return list[0].get('group') === 'agents' && list.every(isSure);
});
for (const { agent, dominators, reason } of charts.pareto.points) {
  const place = (other) => charts.pareto.axes.map(({ title }) => getAxisValue(data, other, title));
  const own = place(agent);
  const isRanked = ranked.some((point) => point.agent === agent);
  const beats = (other) =>
    place(other).every((value, i) => value <= own[i]) && place(other).some((v, i) => v < own[i]);
  const better = isRanked ? ranked.map((point) => point.agent).filter(beats) : [];
  if (better.join() !== dominators.join() || isRanked !== (reason === ''))
    complain(`${agent} has another place in the front: better are ${better.join(', ')}`);
}

// What is left of the text may hold names and references, and no other digit.
const known = new Set([
  ...[...data.all, ...data.crowd].flatMap((row) => [
    row.get('agent'),
    row.get('map'),
    row.get('set'),
  ]),
  ...Object.keys(paper.agents),
  ...['suite', 'description'].map((member) => data.summary[member]),
  ...['title', 'credit'].map((member) => data.summary.source?.[member]),
]);
for (const text of reader.listAllNames(page))
  if (!known.has(text)) complain(`"${text}" is no name in the data`);
for (const [found] of reader.getRest(page).matchAll(/.{0,40}\d.{0,40}/g))
  complain(`a number without a trace: ${found}`);

const asked = options.indexOf('--explain');
if (asked >= 0) {
  const { text, parsed, again } = numbers[Number(options[asked + 1])];
  const lines = formulas.findRows(parsed.where || parsed.table ? parsed : {});
  console.log(`"${text}" = ${again}: ${JSON.stringify(parsed)}`);
  console.log(`${parsed.table ?? 'results'}.csv, lines ${lines.map((row) => row.line).join(' ')}`);
}
problems.slice(0, 20).forEach((text) => console.error(`trace: ${text}`));
console.log(
  `${numbers.length} numbers and ${points} points of charts, ${problems.length} that the data do not give`,
);
process.exit(problems.length === 0 ? 0 : 1);
