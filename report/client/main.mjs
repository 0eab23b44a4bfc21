// The page's own script: draws the charts, follows the theme, and lets the reader choose
// algorithms, which goes for all charts and tables at once.
import * as echarts from 'echarts/core';
import { LineChart, ScatterChart } from 'echarts/charts';
import {
  DataZoomComponent,
  GridComponent,
  LegendComponent,
  ToolboxComponent,
  TooltipComponent,
} from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { DARK, LIGHT, makeOption, makeParetoOption } from '../lib/chart.mjs';
import { placeLabels } from '../lib/places.mjs';

echarts.use([
  LineChart,
  ScatterChart,
  GridComponent,
  LegendComponent,
  TooltipComponent,
  ToolboxComponent,
  DataZoomComponent,
  SVGRenderer,
]);

const { figures, pareto, families } = JSON.parse(document.getElementById('figures').textContent);
const charts = [];
const chosen = new Set([...document.querySelectorAll('.chips input')].map((box) => box.value));

const isDark = () => document.documentElement.dataset.theme === 'dark';
const getTheme = () => (isDark() ? DARK : LIGHT);
const getAxes = () => ['pareto-x', 'pareto-y'].map((id) => document.getElementById(id).value);

/** Which entries of a legend are on, by the chooser. */
function getSelected(series) {
  return Object.fromEntries(
    series
      .filter(({ algorithm }) => algorithm)
      .map(({ name, algorithm }) => [name, chosen.has(algorithm)]),
  );
}

function addChart(element, makeOptionFor) {
  const chart = echarts.init(element, null, { renderer: 'svg' });
  const draw = () => {
    const option = makeOptionFor(getTheme(), { width: element.clientWidth, interactive: true });
    option.legend.selected = getSelected(option.series);
    chart.setOption(option, true);
    placeLabels(chart);
  };
  draw();
  charts.push({ chart, draw });
  chart.on('datazoom', () => placeLabels(chart));
  chart.on('legendselectchanged', () => placeLabels(chart));
  new ResizeObserver(() => {
    if (element.clientWidth === chart.getWidth()) return;
    chart.resize();
    draw();
  }).observe(element);
}

for (const element of document.querySelectorAll('.chart[data-figure]')) {
  const figure = figures.find(({ id }) => id === element.dataset.figure);
  addChart(element, (theme, size) =>
    makeOption(figure, element.dataset.half, theme, families, size),
  );
}
addChart(document.getElementById('pareto-chart'), (theme, size) =>
  makeParetoOption(pareto, getAxes(), theme, families, size),
);

const redraw = () => charts.forEach(({ draw }) => draw());

for (const box of document.querySelectorAll('.chips input')) {
  box.addEventListener('change', () => {
    if (box.checked) chosen.add(box.value);
    else chosen.delete(box.value);
    for (const row of document.querySelectorAll('[data-algorithm]')) {
      row.hidden = !chosen.has(row.dataset.algorithm);
    }
    redraw();
  });
}

for (const id of ['pareto-x', 'pareto-y']) {
  document.getElementById(id).addEventListener('change', redraw);
}

for (const tab of document.querySelectorAll('.tabs button')) {
  tab.addEventListener('click', () => {
    for (const other of tab.parentElement.children) {
      other.setAttribute('aria-selected', String(other === tab));
    }
    for (const panel of document.querySelectorAll('.walks')) {
      panel.hidden = panel.dataset.map !== tab.dataset.map;
    }
  });
}

// What a link leads to must not lie under the links, which stay where there is room for them.
const nav = document.querySelector('nav');
new ResizeObserver(() => {
  const covers = getComputedStyle(nav).position === 'sticky';
  // A pixel more: heights and scrolling are rounded.
  document.documentElement.style.scrollPaddingTop = `${covers ? nav.offsetHeight + 1 : 0}px`;
}).observe(nav);

document.getElementById('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  redraw();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  document.documentElement.dataset.theme = matches ? 'dark' : 'light';
  redraw();
});
