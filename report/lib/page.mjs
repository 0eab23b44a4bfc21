// The whole page, section by section.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAblation } from './ablation.mjs';
import { styleOf } from './chart.mjs';
import { familyOf } from './figures.mjs';
import { renderFindings } from './findings.mjs';
import { escape, name, number, quoted, table } from './html.mjs';
import * as tables from './tables.mjs';

const fact = (data, path, options) => number(data, { fn: 'fact', path }, options);

function embed(data, file, alt) {
  const bytes = readFileSync(join(data.folder, file));
  return `<img alt="${escape(alt)}" src="data:image/png;base64,${bytes.toString('base64')}">`;
}

function renderHeader(data) {
  const facts = [
    ['Rows', number(data, { fn: 'count' })],
    ['Corners', fact(data, 'corners')],
    ['Date', fact(data, 'machine.date')],
    ['Processor', fact(data, 'machine.processor')],
    ['Compiler', `${fact(data, 'machine.compiler')}, ${fact(data, 'machine.flags')}`],
    ['System', fact(data, 'machine.system')],
    ['cairn', `${fact(data, 'machine.version')}, commit ${fact(data, 'machine.commit')}`],
    ['Reading the clock takes', fact(data, 'machine.clock_ns', { unit: ' ns' })],
  ];
  return `<header><h1>kNN LRTA* and its rivals, measured by cairn</h1>
<p class="lead">Suite <b>${name(data.summary.suite)}</b>: ${name(data.summary.description)}. Tables and figures carry the numbers of the paper they rebuild (Bulitko, Björnsson, Lawrence, JAIR <span class="static">39, 2010</span>); the paper’s own values are <q>set like this</q>. Point at any number to see which rows of the data it was made from.</p>
<dl class="facts">${facts.map(([key, value]) => `<div><dt>${key}</dt><dd>${value}</dd></div>`).join('')}</dl></header>`;
}

const SECTIONS = [
  ['findings', 'Findings'],
  ['maps', 'Maps and problems'],
  ['quality', 'Quality and time'],
  ['preparation', 'Pre-computation'],
  ['memory', 'Memory'],
  ['crowds', 'Many agents'],
  ['pareto', 'Pareto front'],
  ['ablation', 'Ablation'],
  ['walks', 'Walks'],
  ['all', 'All measures'],
];

function renderNav(data) {
  const algorithms = [...new Set(data.agents.map((agent) => agent.algorithm))];
  const chips = algorithms.map(
    (algorithm) =>
      `<label><input type="checkbox" value="${escape(algorithm)}" checked><i style="background:${styleOf(algorithm)[0]}"></i>${escape(familyOf(algorithm))}</label>`,
  );
  return `<nav><div>${SECTIONS.map(([id, title]) => `<a href="#${id}">${title}</a>`).join('')}<button id="theme" type="button">Light / dark</button></div>
<div class="chips"><span class="title">Algorithms:</span>${chips.join('')}</div></nav>`;
}

/** Section 8.1: range, mean, median and deviation over the problems; each problem once. */
function renderProblems(data) {
  const first = data.agents[0].agent;
  const of = (fn, measure) => ({ fn, of: measure, where: { agent: first } });
  const rows = [
    ['Optimal cost', 'optimal_cells', 'optimal'],
    ['A* difficulty', 'difficulty', 'difficulty'],
  ].map(([what, measure, key]) => ({ what, measure, key }));
  const pair = (head, fn) => [
    { head, cell: (row) => number(data, of(fn, row.measure)) },
    { head: 'paper', kind: 'paper', cell: (row) => quoted('problems', row.key, fn) },
  ];
  return table({
    id: 'table-problems',
    caption: `The problems (section 8.1): ${number(data, { fn: 'count', where: { agent: first } })} here, ${quoted('problems', 'count')} in the paper.`,
    columns: [
      { head: '', cell: (row) => row.what },
      ...pair('min', 'min'),
      ...pair('max', 'max'),
      ...pair('mean', 'mean'),
      ...pair('median', 'median'),
      ...pair('deviation', 'deviation'),
    ],
    rows,
    foot: 'A* difficulty: states A* expands, divided by the moves of an optimal path.',
  });
}

function renderMaps(data) {
  const first = data.agents[0].agent;
  const pictures = data.maps.map(({ map, picture }) => {
    const of = (column) => ({ fn: 'max', of: column, where: { agent: first, map } });
    return `<figure>${embed(data, picture, `The map ${map}`)}<figcaption><b>${name(map)}</b><br>${number(data, of('map_cells'))} cells, ${number(data, of('map_open'))} of them open</figcaption></figure>`;
  });
  return `<section id="maps"><h2>Maps and problems</h2><div class="gallery">${pictures.join('')}</div>${renderProblems(data)}</section>`;
}

function renderFigure(figure) {
  const halves = [
    ['all', 'All, by logarithms'],
    ['near', 'High-performance region'],
  ].map(
    ([half, title]) =>
      `<div><h4>${title}</h4><div class="chart" data-figure="${figure.id}" data-half="${half}"></div></div>`,
  );
  return `<figure id="${figure.id}"><figcaption><b>Figure ${figure.number}.</b> ${figure.caption} Drag with the box tool or turn the wheel to zoom; a logarithm has no zero, so the least tick stands for all below it.</figcaption><div class="halves">${halves.join('')}</div></figure>`;
}

function renderPareto(data, pareto) {
  const choice = (id, label, chosen) =>
    `<label>${label} <select id="${id}">${pareto.axes.map(({ axis, title }) => `<option value="${axis}"${axis === chosen ? ' selected' : ''}>${title}</option>`).join('')}</select></label>`;
  const front = pareto.points.filter((point) => point.dominators.length === 0);
  const rest = pareto.points.filter((point) => point.dominators.length > 0);
  const cell = (axis) => (row) => number(data, row.values[axis].t);
  return `<section id="pareto"><h2>Pareto front</h2>
<p>An agent is on the front if no other is at least as good in all of time per move, suboptimality, cumulative memory and pre-computation, and better in one. Those that are not are drawn faintly. A* is not a real-time algorithm: its first move waits for the whole path.</p>
<div class="choices">${choice('pareto-x', 'Across', 'time')}${choice('pareto-y', 'Up', 'suboptimality')}</div>
<div class="chart" id="pareto-chart"></div>
${table({
  id: 'table-pareto',
  caption: 'Agents on the front, then those that others dominate.',
  columns: [
    { head: 'Agent', cell: (row) => name(row.agent) },
    ...pareto.axes.map(({ axis, title }) => ({ head: title, cell: cell(axis) })),
    {
      head: 'dominated by',
      kind: 'text',
      cell: (row) =>
        row.dominators.length === 0
          ? 'none: on the front'
          : row.dominators.slice(0, 2).map(name).join(', ') +
            (row.dominators.length > 2 ? ', …' : ''),
    },
  ],
  rows: [...front, ...rest.map((row) => ({ ...row, faint: true }))],
})}</section>`;
}

function renderWalks(data) {
  const tabs = data.maps.map(
    ({ map }, i) =>
      `<button type="button" role="tab" data-map="${escape(map)}" aria-selected="${i === 0}">${name(map)}</button>`,
  );
  const panels = data.maps.map(({ map }, i) => {
    const walks = data.summary.walks.filter((walk) => walk.map === map);
    const last = Math.max(
      ...data.rows({ where: { agent: data.agents[0].agent, map } }).map((row) => row.problem),
    );
    const problem = Math.min(data.summary.sample, last);
    const figures = walks.map((walk) => {
      const trace = (of) => ({ fn: 'sum', of, where: { agent: walk.agent, map, problem } });
      const of = (column) => number(data, trace(column));
      const end =
        data.value(trace('cut')) > 0 ? 'then cut' : `${of('suboptimality')} % above optimal`;
      const algorithm = data.agents.find((agent) => agent.agent === walk.agent).algorithm;
      return `<figure data-algorithm="${escape(algorithm)}">${embed(data, walk.picture, `${walk.agent} on ${map}`)}<figcaption><b>${name(walk.agent)}</b><br>${of('moves')} moves, ${of('revisits')} re-visits, ${end}</figcaption></figure>`;
    });
    return `<div class="walks gallery" data-map="${escape(map)}"${i === 0 ? '' : ' hidden'}>${figures.join('')}</div>`;
  });
  return `<section id="walks"><h2>Walks</h2><p>The same problem for each algorithm: the green disc is the start, the ringed one the goal, white discs are subgoals, thin lines the records followed. Cells are hotter the more often the agent was there.</p><div class="tabs" role="tablist">${tabs.join('')}</div>${panels.join('')}</section>`;
}

const METHOD = `<section id="method"><h2>How it was measured</h2>
<p>Planning time only: a walk is timed as a whole with nothing in the loop but its steps, in processor time, on one thread pinned to a processor; time per move is that time divided by the moves, per problem, then averaged. A second walk, which an agent’s determinism makes the same, has a clock around each step: p50, p99 and the worst move come from it. Short walks are walked again, and the lowest time of each move counts; it includes reading the clock. Where a move takes microseconds, one walk serves for all.</p>
<p>Costs are one for a cardinal and <span class="static">1.4</span> for a diagonal move. Every problem has an optimal cost by A*. Pre-computation is processor time, so it does not depend on how many threads shared the work.</p>
<p>The data: <code>results.csv</code> (a row for each problem and agent), <code>crowd.csv</code>, <code>summary.json</code>. <code>node report/trace.mjs</code> makes every number of this page from them again.</p></section>`;

export function renderPage({ data, figures, pareto, script, style, payload }) {
  const figure = (number) => renderFigure(figures.find((entry) => entry.number === number));
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:">
<title>cairn: ${escape(data.summary.suite)}</title>
<style>${style}</style>
<script>if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';</script>
</head>
<body>
${renderHeader(data)}
${renderNav(data)}
<main>
<section id="findings"><h2>Findings: what the paper says, and what we measured</h2>${renderFindings(data)}</section>
${renderMaps(data)}
<section id="quality"><h2>Solution quality and time per move</h2>${figure(12)}${tables.table1(data)}</section>
<section id="preparation"><h2>Database pre-computation and size</h2>${figure(13)}${tables.table2(data)}${figure(14)}${tables.table3(data)}</section>
<section id="memory"><h2>On-line memory</h2>${tables.table4(data)}${figure(15)}${tables.table5(data)}</section>
<section id="crowds"><h2>Many agents on one map</h2>${tables.table6(data)}${tables.tableCrowd(data)}<h3>In short</h3>${tables.table7(data)}</section>
${renderPareto(data, pareto)}
<section id="ablation"><h2>The six enhancements, one by one</h2>${renderAblation(data)}</section>
${renderWalks(data)}
<section id="all"><h2>All measures</h2>${tables.tableAll(data)}</section>
${METHOD}
</main>
<footer>Made by <code>make report</code> of cairn. Maps of MovingAI’s benchmarks: N. R. Sturtevant, <span class="static">2012</span>, Open Data Commons Attribution License.</footer>
<script type="application/json" id="figures">${payload}</script>
<script>${script}</script>
</body>
</html>
`;
}
