// The report's formulas, and the tracer that finds wrong ones. The rows are the paper's own numbers,
// so that no command and no browser is needed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { makeCsv, makeTex, readTables } from '../lib/export.mjs';
import { findLines } from '../lib/lines.mjs';
import { placeNames } from '../lib/places.mjs';
import { listTables, readCharts } from '../trace/page.mjs';
import { paper, writePaperRun } from './paper_rows.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'cairn-trace-'));
const run = join(work, 'run');

/** The page alone, without its script, by the code in a folder. */
async function makePage(folder, report = here('..')) {
  const { renderReport } = await import(pathToFileURL(join(report, 'lib/report.mjs')).href);
  writeFileSync(join(folder, 'report.html'), renderReport(folder, '', '').page);
}
const trace = (folder) =>
  spawnSync(process.execPath, [here('../trace.mjs'), folder], { encoding: 'utf8' });
const readPage = (folder) => readFileSync(join(folder, 'report.html'), 'utf8');

before(async () => {
  writePaperRun(run);
  await makePage(run);
});
after(() => rmSync(work, { recursive: true }));

test('Table 7 of the paper’s own numbers is the paper’s', () => {
  const [, table] = readPage(run).match(/id="table-7">([^]*?)<\/figure>/);
  const rows = [...table.matchAll(/<th scope="row">([^<]*)<\/th>(.*)/g)];
  assert.equal(rows.length, 11);
  for (const [, what, cells] of rows) {
    const ours = Number(cells.match(/<data value="([^"]*)"/)[1]);
    const theirs = cells.match(/<q[^>]*>([^<]*)<\/q>/)?.[1];
    if (!theirs || cells.includes('about')) continue; // "with the files"; "over 30 times"
    const decimals = theirs.split('.')[1]?.length ?? 0;
    assert.equal(ours.toFixed(decimals), theirs, what);
  }
});

test('the tracer gives every number again', () => {
  const { status, stdout, stderr } = trace(run);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^[1-9]\d+ numbers and [1-9]\d+ points of charts, 0 that/);
});

test('a table may be empty', () => {
  const html = (rows) =>
    `<figure class="table" id="t"><figcaption>c</figcaption><table><thead><tr><th>a</th></tr></thead><tbody>${rows}</tbody></table></figure>`;
  assert.deepEqual(listTables(html(''))[0].rows, []);
  assert.equal(listTables(html('<tr><th>1</th></tr>\n<tr><th>2</th></tr>'))[0].rows.length, 2);
});

test('the tracer shares no code with the report', () => {
  const files = ['trace.mjs', ...readdirSync(here('../trace')).map((file) => `trace/${file}`)];
  for (const file of files) {
    const text = readFileSync(here(`../${file}`), 'utf8');
    const imports = [...text.matchAll(/from '([^']*)'/g)].map(([, from]) => from);
    for (const from of imports) assert.match(from, /^node:|^\.\/(trace\/)?\w+\.mjs$/, file);
    assert.doesNotMatch(text, /['"(][./]*lib\//, file);
  }
});

/** A report made by a copy of the code in which one formula is wrong. */
async function plant(number, file, from, to, source = { paper: true }) {
  const copy = join(work, `report-${number}`);
  const folder = join(work, `run-${number}`);
  for (const name of ['paper.json', 'package.json', 'lib'])
    cpSync(here(`../${name}`), join(copy, name), { recursive: true });
  const text = readFileSync(join(copy, file), 'utf8');
  assert.notEqual(text.replace(from, to), text, `${from} is not in ${file}`);
  writeFileSync(join(copy, file), text.replace(from, to));
  writePaperRun(folder, source, true);
  await makePage(folder, copy);
  return trace(folder);
}

test('the tracer finds a wrong formula', async () => {
  const planted = [
    // Table 7 as it once was: ratios of percentages, and D / kNN - 1.
    ['lib/comparison.mjs', "ratio(dlrta, 'relative_cost')", "ratio(dlrta, 'suboptimality')"],
    ['lib/comparison.mjs', "compare('less', dlrta,", "compare('percent', dlrta,"],
    // A column with another measure than its head says; its trace says the same wrong thing.
    ['lib/tables.mjs', "ours(data, 'kB', 'online_kb')", "ours(data, 'kB', 'cumulative_kb')"],
    // A measure that is computed wrongly, and the paper's number of another column.
    ['lib/data.mjs', '(row.cost / row.optimal - 1) * 100', '(row.cost / row.optimal) * 100'],
    ['lib/tables.mjs', "'paper, kB', 'online'", "'paper, kB', 'cumulative'"],
    // Intervals and tests that are too sure, and memory that leaves out the labels of cells.
    ['lib/statistics.mjs', 'const LOW = 25;', 'const LOW = 250;'],
    ['lib/statistics.mjs', 'total(b, places) / total(a, places)', 'total(b, places)'],
    ['lib/statistics.mjs', 'let reached = 1;', 'let reached = 0;'],
    [
      'lib/data.mjs',
      '(row.map_cells + row.database_states) * STATE',
      'row.database_states * STATE',
    ],
    // Times by the wall clock that are ranked among processor times, or not marked.
    ['lib/figures.mjs', "return 'wall'", "return ''"],
    ['lib/html.mjs', "${wall ? WALL : ''}", ''],
    ['lib/short.mjs', '|| isWall(data, agent, of)', '', { title: 'Ours' }],
    ['lib/figures.mjs', 'wall: data.isWall(agent.agent),\n    cut', 'wall: false,\n    cut'],
    // Our bytes where the paper's count is asked for, and its points where our files are.
    ['lib/data.mjs', "return row.database === '' ? 0 : NaN", 'return row.database_bytes'],
    ['lib/data.mjs', 'if (row.index_bytes > 0 ||', 'if ('],
    ['lib/figures.mjs', "title: 'database, MB',", "title: 'database, MB', key: 'megabytes',"],
    // Trials: a bound that is not marked, a trial that never was, and the travel of one trial alone.
    ['lib/trials.mjs', '{ bound: bound(row) }', '{}'],
    ['lib/trials.mjs', 'numbers.at(-1) * 2 <= known', 'true'],
    ['lib/data.mjs', 'row.trials_cost / 10', 'row.last_cost / 10'],
    ['lib/data.mjs', 'Math.log2(trial)]', 'Math.log2(trial) + 1]'],
    // A front that ranks a lower bound.
    ['lib/figures.mjs', 'data.cut(agent.agent) > 0', 'data.cut(agent.agent) > 1'],
    // An axis that is not what its title says.
    ['lib/figures.mjs', "of: 'time_per_move_us'", "of: 'first_move_us'"],
  ];
  for (const [i, [file, from, to, source]] of planted.entries()) {
    const { status, stderr } = await plant(i, file, from, to, source);
    assert.equal(status, 1, `${to} in ${file} was not found`);
    assert.match(stderr, /^trace: /);
  }
});

test('agents that the paper has not are told apart', async () => {
  const folder = join(work, 'others');
  writePaperRun(folder, { paper: true }, true);
  await makePage(folder);
  const { status, stderr } = trace(folder);
  assert.equal(status, 0, stderr);
  const tables = new Map(listTables(readPage(folder)).map((table) => [table.id, table]));
  const find = (id, row, head) => {
    const { heads, rows } = tables.get(id);
    return rows.find(([first]) => first.text === row)[heads.indexOf(head)].text;
  };
  assert.match(find('table-1', 'own', 'time per move, CPU µs'), / wall$/);
  assert.match(find('table-pareto', 'own', 'dominated by'), /by the wall/);
  assert.match(find('table-1', 'TBA*(10)', 'time per move, CPU µs'), /^[\d.]+$/);
  for (const agent of ['regions', 'ranked', 'landmarks'])
    assert.equal(find('table-5', agent, 'kB'), '–', agent);
  assert.equal(find('table-6', 'regions', 'break-even'), '–');
  // Each chart of memory has one way of counting; the paper's points are in its own.
  const { figures } = readCharts(readPage(folder));
  const charts = new Map(figures.map((figure) => [figure.id, figure]));
  for (const axis of ['database', 'cumulative']) {
    assert.equal(charts.get(axis).paper.length, 0);
    assert.ok(charts.get(`counted-${axis}`).paper.length > 0);
    const names = (id) => charts.get(id).points.map(({ agent }) => agent);
    assert.ok(names(axis).includes('regions'));
    assert.ok(!names(`counted-${axis}`).includes('regions'));
    assert.ok(names(`counted-${axis}`).includes('kNN LRTA*(60000)'));
  }
  // Trials: 3, 2, and 5 of which the last still learned something.
  assert.equal(find('table-trials', 'again', 'converged'), '2');
  assert.equal(find('table-trials', 'again', 'trials'), '≥ 3.33');
  assert.equal(find('table-trials', 'again', 'first trial, %'), '58.33');
  assert.deepEqual(
    charts.get('trials').points.map(({ x, y }) => [x.v, Math.round(y.v * 100) / 100]),
    [
      [1, 58.33],
      [2, 16.67],
      [4, 8.33],
    ],
  );
});

test('an own suite has its own report', async () => {
  const folder = join(work, 'own');
  writePaperRun(folder, { title: 'Our levels', credit: 'Drawn by us.' });
  await makePage(folder);
  const page = readPage(folder);
  assert.match(page, /<title>Our levels<\/title>/);
  assert.match(page, /<h1><span class="name">Our levels<\/span><\/h1>/);
  assert.match(page, /<footer>[^]*Drawn by us\.[^]*<\/footer>/);
  assert.match(page, /id="table-short"/);
  assert.doesNotMatch(
    page,
    /<q\b|the paper\b|id="findings"|id="table-7"|>Table \d|>Figure \d|JAIR/,
  );
  const { status, stderr } = trace(folder);
  assert.equal(status, 0, stderr);
});

test('tables are files too, with all digits', () => {
  const tables = readTables(readPage(run));
  assert.deepEqual(
    tables.filter(({ id }) => /^table-\d/.test(id)).map(({ id }) => id),
    ['table-1', 'table-2', 'table-3', 'table-4', 'table-5', 'table-6', 'table-7'],
  );
  const [first] = tables.filter(({ id }) => id === 'table-1');
  const csv = makeCsv(first).trim().split('\n');
  assert.equal(csv.length, 1 + Object.keys(paper.agents).length);
  const knn = csv.find((line) => line.startsWith('kNN LRTA*(60000),')).split(',');
  assert.ok(Math.abs(Number(knn[1]) - 6.4) < 1e-9, knn[1]);
  assert.ok(Math.abs(Number(knn[3]) - 12.77) < 1e-9, knn[3]);
  assert.ok(csv.some((line) => /^TBA\*\(5\),.*,>=1504\.5/.test(line)));
  const tex = makeTex(first);
  assert.match(tex, /^\\begin\{table\}[^]*\\end\{table\}\n$/);
  assert.match(tex, /\\caption\{Table 1\. Suboptimality/);
  assert.match(tex, /suboptimality, \\%/);
  assert.match(tex, /TBA\*\(5\) & 14\.31 .*\$\\ge\$ 1,505/);
  const columns = tex.match(/tabular\}\{(\w+)\}/)[1].length;
  for (const line of tex.split('\n').filter((text) => text.endsWith('\\\\')))
    assert.equal(line.replaceAll('\\&', '').split('&').length, columns, line);
});

test('lines join agents that differ in one parameter, by its value', () => {
  const agent = (name, algorithm, parameters, database = '') => ({
    agent: name,
    algorithm,
    parameters: `${parameters} max-moves=9`,
    database,
  });
  const lines = findLines([
    agent('t10', 'tba', 'slice=10'),
    agent('t1000', 'tba', 'slice=1000'),
    agent('t100', 'tba', 'slice=100'),
    agent('k5', 'knn', '', 'kind=knn records=5'),
    agent('ranked', 'knn', 'rank=true', 'kind=knn records=5'),
    agent('k5m7', 'knn', 'candidates=7', 'kind=knn records=5'),
    agent('k5m3', 'knn', 'candidates=3', 'kind=knn records=5'),
    agent('k4m7', 'knn', 'candidates=7', 'kind=knn records=4'),
    agent('k4m3', 'knn', 'candidates=3', 'kind=knn records=4'),
    agent('k4m1', 'knn', 'candidates=1', 'kind=knn records=4'),
    agent('k3', 'knn', '', 'kind=knn records=3'),
  ]);
  assert.deepEqual(
    lines.map((line) => line.map((entry) => entry.agent).join(' ')),
    ['t10 t100 t1000', 'k3 k5', 'ranked', 'k5m3 k5m7', 'k4m1 k4m3 k4m7'],
  );
});

test('a name stands over no other name and no point', () => {
  const frame = [0, 0, 200, 100];
  const near = [
    { at: [100, 50], text: 'first' },
    { at: [108, 50], text: 'second' },
    { at: [100, 60], text: 'third' },
    { at: [104, 55], text: 'there is no room for this name anywhere' },
  ];
  assert.deepEqual(placeNames(near, frame), ['top', 'right', 'bottom', null]);
  assert.deepEqual(placeNames([{ at: [100, 2], text: 'high' }], frame), ['bottom']);
  // A point without a name keeps its room.
  assert.deepEqual(placeNames([{ at: [100, 50], text: 'a' }, { at: [100, 40] }], frame), [
    'bottom',
    null,
  ]);
});

test('a name stands over no line where there is another place for it', () => {
  const frame = [0, 0, 200, 100];
  const point = [{ at: [100, 50], text: 'a' }];
  const up = [
    [100, 50],
    [100, 0],
  ];
  const down = [
    [100, 50],
    [100, 100],
  ];
  const across = [
    [0, 50],
    [200, 50],
  ];
  assert.deepEqual(placeNames(point, frame, [up]), ['bottom']);
  assert.deepEqual(placeNames(point, frame, [up, down]), ['right']);
  assert.deepEqual(placeNames(point, frame, [up, down, across]), ['top']);
});
