// The whole page, section by section.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderAblation } from './ablation.mjs';
import { styleOf } from './chart.mjs';
import { table7 } from './comparison.mjs';
import { familyOf } from './figures.mjs';
import { renderFindings } from './findings.mjs';
import { escape, isWall, name, number, quoted, table } from './html.mjs';
import { METHOD } from './method.mjs';
import { renderSets } from './sets.mjs';
import { renderShort } from './short.mjs';
import * as tables from './tables.mjs';
import { renderTrials } from './trials.mjs';

const fact = (data, path, options) => number(data, { fn: 'fact', path }, options);

function embed(data, file, alt) {
  const bytes = readFileSync(join(data.folder, file));
  return `<img alt="${escape(alt)}" src="data:image/png;base64,${bytes.toString('base64')}">`;
}

function renderHeader(data) {
  const facts = [
    ['Rows', number(data, { fn: 'count', table: 'all' })],
    ['Corners', fact(data, 'corners')],
    ['Date', fact(data, 'machine.date')],
    ['Processor', fact(data, 'machine.processor')],
    ['Compiler', `${fact(data, 'machine.compiler')}, ${fact(data, 'machine.flags')}`],
    ['System', fact(data, 'machine.system')],
    ['cairn', `${fact(data, 'machine.version')}, commit ${fact(data, 'machine.commit')}`],
    ['Reading the clock takes', fact(data, 'machine.clock_ns', { unit: ' ns' })],
  ];
  const lead = data.paper
    ? `Tables and figures carry the numbers of the paper they rebuild (Bulitko, Björnsson, Lawrence, JAIR <span class="static">39, 2010</span>); the paper’s own values are <q>set like this</q>. `
    : '';
  const about = data.summary.description ? `: ${name(data.summary.description)}` : '';
  return `<header><h1>${name(data.title)}</h1>
<p class="lead">Suite <b>${name(data.summary.suite)}</b>${about}. Measured by cairn. ${lead}Point at any number to see which rows of the data it was made from.</p>
<dl class="facts">${facts.map(([key, value]) => `<div><dt>${key}</dt><dd>${value}</dd></div>`).join('')}</dl></header>`;
}

function renderNav(data, sections) {
  const chips = data.algorithms.map(
    (algorithm) =>
      `<label><input type="checkbox" value="${escape(algorithm)}" checked><i style="background:${styleOf(algorithm)[0]}"></i>${escape(familyOf(algorithm))}</label>`,
  );
  return `<nav><div>${sections.map(({ id, link }) => `<a href="#${id}">${link}</a>`).join('')}</div>
<div class="chips"><span class="title">Algorithms:</span>${chips.join('')}<button id="theme" type="button">Light / dark</button></div></nav>`;
}

/** Range, mean, median and deviation over the problems; each problem once. */
function renderProblems(data) {
  const first = data.agents[0].agent;
  const of = (fn, measure) => ({ fn, of: measure, where: { agent: first } });
  const rows = [
    ['Optimal cost', 'optimal_cells', 'optimal'],
    ['A* difficulty', 'difficulty', 'difficulty'],
  ].map(([what, measure, key]) => ({ what, measure, key }));
  const pair = (head, fn) => [
    { head, cell: (row) => number(data, of(fn, row.measure)) },
    ...(data.paper
      ? [{ head: 'paper', kind: 'paper', cell: (row) => quoted('problems', row.key, fn) }]
      : []),
  ];
  const count = number(data, { fn: 'count', where: { agent: first } });
  return table({
    id: 'table-problems',
    caption: data.paper
      ? `The problems (section 8.1): ${count} here, ${quoted('problems', 'count')} in the paper.`
      : `The problems: ${count}.`,
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
  return `<div class="gallery">${pictures.join('')}</div>${renderProblems(data)}`;
}

/** A figure of the paper's: one axis across, or two side by side that must not be mixed. */
function renderFigure(figures) {
  if (figures.length === 0) return '';
  const [figure] = figures;
  const halves = [
    ['all', 'All, on logarithmic axes'],
    ['near', 'High-performance region'],
  ].flatMap(([half, title]) =>
    figures.map(
      ({ id, what }) =>
        `<div><h4>${what ? `${what}. ` : ''}${title}</h4><div class="chart" data-figure="${id}" data-half="${half}"></div></div>`,
    ),
  );
  return `<figure id="figure-${figure.id}"><figcaption>${figure.number ? `<b>Figure ${figure.number}.</b> ` : ''}${figure.caption} <span class="wide">Drag with the box tool or turn the wheel to zoom.</span> A logarithm has no zero, so the least tick stands for all below it.</figcaption><div class="halves">${halves.join('')}</div></figure>`;
}

function renderPareto(data, pareto) {
  const choice = (id, label, chosen) =>
    `<label>${label} <select id="${id}">${pareto.axes.map(({ axis, title }) => `<option value="${axis}"${axis === chosen ? ' selected' : ''}>${title}</option>`).join('')}</select></label>`;
  const ranked = pareto.points.filter((point) => point.reason === '');
  const front = ranked.filter((point) => point.dominators.length === 0);
  const rest = [
    ...ranked.filter((point) => point.dominators.length > 0),
    ...pareto.points.filter((point) => point.reason !== ''),
  ];
  const reasons = {
    bound: 'not ranked: walks were cut',
    variant: 'not ranked: a variant',
    wall: 'not ranked: its times are by the wall',
  };
  const describe = (row) =>
    reasons[row.reason] ??
    (row.dominators.length === 0
      ? 'none: on the front'
      : row.dominators.slice(0, 2).map(name).join('; ') + (row.dominators.length > 2 ? '; …' : ''));
  const cell = (axis) => (row) =>
    number(data, row.values[axis].t, {
      bound: axis === 'suboptimality' && data.cut(row.agent) > 0,
      wall: isWall(data, row.agent, row.values[axis].t.of),
    });
  return `<p>An agent is on the front if no other is at least as good in all of time per move, suboptimality, cumulative memory and pre-computation, and better in one. An agent with cut walks is not ranked, since its mean is a lower bound, and neither is a variant, or a program of someone else’s, whose times are by the wall clock. Those that are not on the front are drawn faintly. A* is not a real-time algorithm: its first move waits for the whole path.</p>
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
      cell: describe,
    },
  ],
  rows: [...front, ...rest.map((row) => ({ ...row, faint: true }))],
})}`;
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
  return `<p>The same problem for each algorithm: the green disc is the start, the ringed one the goal, white discs are subgoals, light green bands the records followed. Cells are hotter the more often the agent was there.</p><div class="tabs" role="tablist">${tabs.join('')}</div>${panels.join('')}`;
}

/** The sections that this run has something for: their link, title and content. */
function listSections(data, figures, pareto) {
  const figure = (id) => renderFigure(figures.filter((entry) => entry.place === id));
  const hasVariants = data.agents.some((agent) => agent.group === 'ablation');
  const summary = data.paper
    ? [
        'findings',
        'Findings',
        'Findings: what the paper says, and what we measured',
        renderFindings(data),
      ]
    : ['short', 'In short', 'In short', renderShort(data)];
  const together = `${tables.table6(data)}${tables.tableCrowd(data)}`;
  const comparison = data.paper ? `<h3>In short</h3>${table7(data)}` : '';
  const databases = `${figure('preparation')}${tables.table2(data)}${figure('database')}${tables.table3(data)}`;
  const memory = `${tables.table4(data)}${figure('cumulative')}${tables.table5(data)}`;
  return [
    summary,
    ['maps', 'Maps and problems', 'Maps and problems', renderMaps(data)],
    [
      'quality',
      'Quality and time',
      'Solution quality and time per move',
      `${figure('time')}${tables.table1(data)}`,
    ],
    ['preparation', 'Pre-computation', 'Database pre-computation and size', databases],
    ['memory', 'Memory', 'On-line memory', memory],
    ['crowds', 'Many agents', 'Many agents on one map', `${together}${comparison}`],
    ['pareto', 'Pareto front', 'Pareto front', renderPareto(data, pareto)],
    ['ablation', 'Variants', 'Variants of an agent', hasVariants ? renderAblation(data) : ''],
    ['walks', 'Walks', 'Walks', data.summary.walks.length > 0 ? renderWalks(data) : ''],
    [
      'trials',
      'Repeated trials',
      'Repeated trials, until nothing is learned',
      renderTrials(data, figure('trials')),
    ],
    ['sets', 'Other sets', 'Other sets of problems', renderSets(data)],
    [
      'all',
      'All measures',
      'All measures',
      `${tables.tableAll(data)}${tables.tableFailures(data)}`,
    ],
    ['method', 'Method', 'How it was measured', METHOD],
  ]
    .map(([id, link, title, content]) => ({ id, link, title, content }))
    .filter(({ content }) => content !== '');
}

const renderSection = ({ id, title, content }) =>
  `<section id="${id}"><h2>${title}</h2>${content}</section>`;

export function renderPage({ data, figures, pareto, script, style, payload }) {
  const sections = listSections(data, figures, pareto);
  return `<!doctype html>
<html lang="en" data-theme="light">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data: blob:">
<title>${escape(data.title)}</title>
<style>${style}</style>
<script>if (matchMedia('(prefers-color-scheme: dark)').matches) document.documentElement.dataset.theme = 'dark';</script>
</head>
<body>
${renderHeader(data)}
${renderNav(data, sections)}
<main>
${sections.map(renderSection).join('\n')}
</main>
<footer>Made by <code>make report</code> of cairn. ${data.credit ? name(data.credit) : ''}</footer>
<script type="application/json" id="figures">${payload}</script>
<script>${script}</script>
</body>
</html>
`;
}
