// trace.mjs DIR [--explain N]: makes every number of DIR/report.html from the rows of DIR again.
//
// It shares no code with the report: it reads the page, takes the trace beside each number, and
// computes it anew from results.csv, crowd.csv and summary.json. A number without a trace, a name
// that is not in the data, or a number that differs is an error. With --explain it prints the rows
// behind the N-th number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...options] = process.argv.slice(2);
if (!folder) {
  console.error('usage: trace.mjs DIR [--explain N]');
  process.exit(2);
}
const read = (file) => readFileSync(join(folder, file), 'utf8');

// ---- the data ----

function readTable(file) {
  const lines = read(file).trimEnd().split('\n');
  const cells = (line) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
      .slice(0, lines[0].split(',').length)
      .map(([, cell]) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  const header = lines[0].split(',');
  return lines.slice(1).map((line, i) => {
    const row = new Map(cells(line).map((cell, j) => [header[j], cell]));
    return {
      line: i + 2,
      get: (column) => row.get(column),
      num: (column) => Number(row.get(column)),
    };
  });
}

const tables = { results: readTable('results.csv'), crowd: readTable('crowd.csv') };
const summary = JSON.parse(read('summary.json'));
const paper = JSON.parse(readFileSync(new URL('./lib/paper.json', import.meta.url), 'utf8'));

/** What a row says of a measure; the definitions are those of docs/evaluation.md. */
function measure(row, name) {
  const n = row.num;
  switch (name) {
    case 'suboptimality':
      return (n('cost') / n('optimal') - 1) * 100;
    case 'time_per_move_us':
      return n('time_ns') / n('moves') / 1000;
    case 'online_kb':
      return (n('memory_states') * 4) / 1024;
    case 'shared_kb':
      return (n('database_bytes') + n('index_bytes')) / 1024;
    case 'cumulative_kb':
      return (n('memory_states') * 4 + n('database_bytes') + n('index_bytes')) / 1024;
    case 'database_mb':
      return n('database_bytes') / 1048576;
    case 'relative_size':
      return n('database_states') / n('map_cells');
    case 'state_share':
      return (n('database_states') * 4) / n('database_bytes');
    case 'label_bytes':
      return (n('database_bytes') - 4 * n('database_states')) / n('map_cells');
    case 'plain_label_share':
      return n('map_cells') / (n('map_cells') + n('database_states'));
    case 'cut':
      return n('solved') === 1 ? 0 : 1;
    case 'failed':
      return n('failures') > 0 ? 1 : 0;
    case 'optimal_cells':
      return n('optimal') / 10;
    case 'difficulty':
      return n('expanded') / n('optimal_moves');
    case 'max_move_us':
      return n('max_move_ns') / 1000;
    case 'first_move_us':
      return n('first_move_ns') / 1000;
    case 'crowd_agent_kb':
      return n('agent_bytes') / 1024;
    case 'crowd_shared_kb':
      return (n('map_bytes') + n('database_bytes') + n('index_bytes')) / 1024;
    case 'crowd_resident_kb':
      return n('resident_bytes') / 1024;
    default:
      return n(name);
  }
}

function findRows({ table = 'results', where = {} }) {
  return tables[table].filter((row) =>
    Object.entries(where).every(([column, value]) => row.get(column) === String(value)),
  );
}

function reduce(fn, values) {
  values.sort((a, b) => a - b);
  const total = values.reduce((a, b) => a + b, 0);
  const middle = values.length / 2;
  switch (fn) {
    case 'count':
      return values.length;
    case 'sum':
      return total;
    case 'mean':
      return total / values.length;
    case 'min':
      return values[0];
    case 'max':
      return values[values.length - 1];
    case 'median':
      return values.length % 2 ? values[middle - 0.5] : (values[middle - 1] + values[middle]) / 2;
    case 'deviation': {
      const mean = total / values.length;
      return Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / (values.length - 1));
    }
    default:
      throw new Error(`there is no function ${fn}`);
  }
}

/** The smallest K with shared A + K online A < shared B + K online B, by trying. */
function findBreakEven(a, b) {
  const of = (agent, name) => evaluate({ fn: 'mean', of: name, where: { agent } });
  const total = (agent, k) => of(agent, 'shared_kb') + k * of(agent, 'online_kb');
  let low = 1;
  while (low < 2 ** 40 && total(a, low) >= total(b, low)) low *= 2;
  if (low >= 2 ** 40) return null;
  let below = Math.floor(low / 2);
  while (low - below > 1) {
    const middle = Math.floor((low + below) / 2);
    if (total(a, middle) < total(b, middle)) low = middle;
    else below = middle;
  }
  return low;
}

const memory = new Map();
function evaluate(trace) {
  const key = JSON.stringify(trace);
  if (!memory.has(key)) memory.set(key, evaluateAnew(trace));
  return memory.get(key);
}

function evaluateAnew(trace) {
  switch (trace.fn) {
    case 'ratio':
      return evaluate(trace.a) / evaluate(trace.b);
    case 'percent':
      return (evaluate(trace.a) / evaluate(trace.b) - 1) * 100;
    case 'product':
      return evaluate(trace.a) * evaluate(trace.b);
    case 'total':
      return trace.of.map(evaluate).reduce((a, b) => a + b, 0);
    case 'break-even':
      return findBreakEven(trace.a, trace.b);
    case 'fact':
      return trace.path.split('.').reduce((at, part) => at[part], summary);
    default:
      return reduce(
        trace.fn,
        findRows(trace).map((row) => (trace.of ? measure(row, trace.of) : 0)),
      );
  }
}

// ---- the page ----

const problems = [];
const complain = (text) => problems.push(text);
const unescape = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

function isNear(a, b) {
  if (typeof a !== 'number' || typeof b !== 'number') return String(a) === String(b);
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-9);
}

/** Whether a text shows a number, rounded to the digits it has. */
function shows(text, value) {
  if (typeof value !== 'number') return text.includes(String(value));
  const digits = text.match(/-?[\d,]+(?:\.(\d+))?/);
  if (!digits) return false;
  const shown = Number(digits[0].replaceAll(',', ''));
  return Math.abs(shown - value) <= 0.5000001 * 10 ** -(digits[1]?.length ?? 0);
}

const page = read('report.html');
const numbers = [];
for (const [, value, trace, text] of page.matchAll(
  /<data\s+value="([^"]*)"\s+data-trace="([^"]*)"[^>]*>([^<]*)<\/data\s*>/g,
)) {
  const parsed = JSON.parse(unescape(trace));
  const again = evaluate(parsed);
  numbers.push({ text, parsed, again });
  const said = typeof again === 'number' ? Number(value) : unescape(value);
  if (!isNear(again, said) || !shows(unescape(text), again)) {
    complain(`"${text}" (${value}) is ${again} by its rows: ${unescape(trace)}`);
  }
}

for (const [, path, text] of page.matchAll(/<q\s+data-paper="([^"]*)">([^<]*)<\/q>/g)) {
  const value = JSON.parse(unescape(path)).reduce((at, key) => at[key], paper);
  if (!shows(text, value)) complain(`"${text}" is ${value} in the paper: ${path}`);
}

// The points of the charts.
let points = 0;
const payload = JSON.parse(
  page.match(/<script type="application\/json" id="figures">([^]*?)<\/script>/)[1],
);
(function visit(at) {
  if (at === null || typeof at !== 'object') return;
  if ('v' in at && 't' in at) {
    points++;
    if (!isNear(at.v, evaluate(at.t))) complain(`a point has ${at.v}: ${JSON.stringify(at.t)}`);
    return;
  }
  Object.values(at).forEach(visit);
})([payload.figures.map((figure) => figure.points), payload.pareto.points]);
for (const figure of payload.figures) {
  for (const { agent, y } of figure.paper) {
    if (paper.agents[agent]?.suboptimality !== y)
      complain(`the paper's point of ${agent} is wrong`);
  }
}

// What is left of the text may hold names and references, and no other digit.
const known = new Set([
  ...tables.results.flatMap((row) => [row.get('agent'), row.get('map')]),
  ...tables.crowd.flatMap((row) => [row.get('agent'), row.get('map')]),
  ...Object.keys(paper.agents),
  summary.suite,
  summary.description,
]);
for (const [, text] of page.matchAll(/<span class="name">([^<]*)<\/span>/g)) {
  if (!known.has(unescape(text))) complain(`"${text}" is no name in the data`);
}
const rest = page
  .replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
  .replace(/<(data|q)\b[^>]*>[^<]*<\/\1\s*>/g, '')
  .replace(/<span class="(name|static)">[^<]*<\/span>/g, '')
  .replace(/<[^>]*>/g, ' ')
  .replace(/(Tables?|Figure|[Ss]ections?|p(?=50|99)) ?\d+(\.\d+)?/g, '');
for (const [found] of rest.matchAll(/.{0,40}\d.{0,40}/g))
  complain(`a number without a trace: ${found}`);

const asked = options.indexOf('--explain');
if (asked >= 0) {
  const { text, parsed, again } = numbers[Number(options[asked + 1])];
  const rows = findRows(parsed.where || parsed.table ? parsed : {});
  console.log(`"${text}" = ${again}: ${JSON.stringify(parsed)}`);
  console.log(`${parsed.table ?? 'results'}.csv, lines ${rows.map((row) => row.line).join(' ')}`);
}
problems.slice(0, 20).forEach((text) => console.error(`trace: ${text}`));
console.log(
  `${numbers.length} numbers and ${points} points of charts, ${problems.length} that the data do not give`,
);
process.exit(problems.length === 0 ? 0 : 1);
