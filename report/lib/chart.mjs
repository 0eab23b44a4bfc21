// Charts as options of ECharts, for the page and for the files alike. Colours and shapes go by
// algorithm, so that neither is needed without the other.
import { groupBy } from './lines.mjs';

const STYLES = {
  knn: ['#0072b2', 'circle'],
  dlrta: ['#d55e00', 'rect'],
  tba: ['#009e73', 'triangle'],
  astar: ['#cc79a7', 'diamond'],
  lrta: ['#e69f00', 'path://M4,0L8,2L8,6L4,8L0,6L0,2Z'],
  lrts: ['#56b4e9', 'roundRect'],
  rtaa: ['#8c6bb1', 'path://M0,0L8,0L4,8Z'],
  labels: ['#d6246e', 'path://M4,0L5.1,2.8L8,3L5.8,4.9L6.5,7.8L4,6.2L1.5,7.8L2.2,4.9L0,3L2.9,2.8Z'],
  regions: ['#946a4a', 'path://M0,0L8,0L0,8L8,8Z'],
  dba: ['#00838f', 'path://M0,0L8,0L8,8L4,4L0,8Z'],
  hcdps: ['#5c3d99', 'path://M4,0L8,3L6.5,8L1.5,8L0,3Z'],
  lrtak: ['#b35900', 'path://M0,8L4,0L8,8L4,5Z'],
  plrta: ['#4d7a1f', 'path://M0,0L4,3L8,0L8,8L4,5L0,8Z'],
  falcons: ['#a63603', 'path://M0,4L8,0L5,4L8,8Z'],
  lss: ['#7f7f00', 'path://M0,3L3,3L3,0L5,0L5,3L8,3L8,5L5,5L5,8L3,8L3,5L0,5Z'],
};
export const styleOf = (algorithm) => STYLES[algorithm] ?? ['#777777', 'circle'];

export const LIGHT = {
  ink: '#1c2430',
  faint: '#667085',
  line: '#d8dde5',
  paper: '#98a2b3',
  ground: '#ffffff',
};
export const DARK = {
  ink: '#e8ebf0',
  faint: '#9aa4b2',
  line: '#343b47',
  paper: '#6b7585',
  ground: '#171b22',
};

// Without double quotes: ECharts writes it into an attribute as it is.
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif";

/** A logarithm has no zero: what is smaller is drawn at the floor, and the axis says so. */
const FLOORS = { 'suboptimality, %': 0.1, 'pre-computation per map, CPU seconds': 0.01 };
const floorOf = (title) => FLOORS[title] ?? 0.001;
const clamp = (value, title) => Math.max(value, floorOf(title));

function formatTick(value, title) {
  if (title in FLOORS && value <= FLOORS[title]) return `≤ ${FLOORS[title]}`;
  if (value >= 1e6) return `${value / 1e6}M`;
  if (value >= 1e4) return `${value / 1e3}k`;
  return String(Number(value.toPrecision(3)));
}

function makeAxis(title, theme, log, horizontal, narrow) {
  return {
    type: log ? 'log' : 'value',
    name: title,
    nameLocation: 'middle',
    nameGap: horizontal ? 30 : narrow ? 38 : 52,
    nameTextStyle: { color: theme.faint, fontFamily: FONT },
    min: log && title in FLOORS ? FLOORS[title] : undefined,
    scale: log,
    axisLine: { show: true, lineStyle: { color: theme.line } },
    axisLabel: {
      color: theme.faint,
      fontFamily: FONT,
      hideOverlap: true,
      formatter: (value) => (log ? formatTick(value, title) : String(Number(value.toPrecision(6)))),
    },
    splitLine: { lineStyle: { color: theme.line, opacity: 0.6 } },
  };
}

const show = (value) => Number(value.toPrecision(5)).toLocaleString('en-US');

/** A place in a chart whose axes are logarithms, or only the one across. */
const place = (x, y, titles, log) => [clamp(x, titles.x), log ? clamp(y, titles.y) : y];

/** The clock of a program is on the wall, whatever an axis says of the others. */
const nameAxis = (title, point) => (point.wall ? title.replace('CPU', 'wall') : title);
const nameMark = (point, titles) =>
  point.wall && /CPU/.test(titles.x + titles.y) ? `${point.label} (wall)` : point.label;

function makeTip(point, titles) {
  const [x, y] = [nameAxis(titles.x, point), nameAxis(titles.y, point)];
  const cut = point.cut?.v ? `<br>cut: ${point.cut.v}` : '';
  return `<b>${point.agent}</b><br>${x}: ${show(point.x.v)}<br>${y}: ${cut ? '≥ ' : ''}${show(point.y.v)}${cut}`;
}

function makeSeries(familyName, points, titles, log, theme) {
  const [colour, symbol] = styleOf(points[0].algorithm);
  return {
    name: familyName,
    algorithm: points[0].algorithm, // for the chooser
    type: 'line',
    symbol,
    symbolSize: 10,
    showAllSymbol: true,
    color: colour,
    lineStyle: { width: 1.5, opacity: points.length > 1 ? 0.7 : 0 },
    itemStyle: { borderColor: theme.ground, borderWidth: 1 },
    emphasis: { scale: 1.4, focus: 'series' },
    label: { show: true, position: 'top', color: theme.ink, fontSize: 11, fontFamily: FONT },
    data: points.map((point) => ({
      value: place(point.x.v, point.y.v, titles, log),
      label: { show: point.label !== undefined, formatter: nameMark(point, titles) },
      tip: makeTip(point, titles),
    })),
  };
}

function makePaperSeries(figure, theme) {
  return {
    name: 'the paper',
    type: 'scatter',
    symbol: 'circle',
    symbolSize: 7,
    itemStyle: { color: theme.ground, borderColor: theme.paper, borderWidth: 2 },
    label: { show: false },
    data: figure.paper.map((point) => ({
      value: place(point.x, point.y, figure, true),
      tip: `<b>${point.agent}, in the paper</b><br>${figure.x}: ${show(point.x)}<br>${figure.y}: ${show(point.y)}`,
    })),
  };
}

/** The line of the Pareto front, and its sign in the legend. */
const FRONT = 'front in these two';
const DASHES = 'path://M0,3.5h3v1h-3zM5,3.5h3v1h-3zM10,3.5h3v1h-3z';

/** Below this width a chart has small margins, and no tools: a finger that moves scrolls the page. */
const NARROW = 480;
const LEGEND_ROW = 22;

/** How many rows a legend takes in a chart of this width. */
function countLegendRows(series, width) {
  const names = new Set(series.map((one) => one.name));
  let rows = 1;
  let used = 0;
  for (const name of names) {
    const needed = 48 + 7 * name.length;
    if (used > 0 && used + needed > width - 16) {
      rows++;
      used = 0;
    }
    used += needed;
  }
  return rows;
}

/** What all charts share, and their series. */
function makeFrame(theme, titles, log, series, { width, interactive }) {
  const narrow = width < NARROW;
  const top = 34 + LEGEND_ROW * countLegendRows(series, width);
  return {
    animation: false,
    backgroundColor: theme.ground,
    textStyle: { fontFamily: FONT },
    grid: { left: narrow ? 56 : 74, right: 24, top, bottom: narrow ? 52 : 72 },
    legend: {
      data: [...new Set(series.map((one) => one.name))].map((name) =>
        name === FRONT ? { name, icon: DASHES } : name,
      ),
      top: 4,
      left: 'center',
      textStyle: { color: theme.ink, fontFamily: FONT },
      inactiveColor: theme.line,
      inactiveBorderColor: theme.line,
      itemGap: 14,
    },
    tooltip: {
      trigger: 'item',
      confine: true,
      formatter: ({ data }) => data.tip,
      backgroundColor: theme.ground,
      borderColor: theme.line,
      textStyle: { color: theme.ink, fontFamily: FONT, fontSize: 12 },
    },
    xAxis: makeAxis(titles.x, theme, true, true, narrow),
    yAxis: makeAxis(titles.y, theme, log, false, narrow),
    ...(interactive && !narrow ? tools : {}),
    series,
  };
}

const tools = {
  dataZoom: [
    { type: 'inside', xAxisIndex: 0, filterMode: 'none' },
    { type: 'inside', yAxisIndex: 0, filterMode: 'none' },
  ],
  toolbox: {
    right: 8,
    bottom: 2,
    itemSize: 13,
    feature: {
      dataZoom: { title: { zoom: 'zoom to a box', back: 'back' }, filterMode: 'none' },
      restore: { title: 'reset' },
      saveAsImage: { title: 'save as SVG', type: 'svg' },
    },
  },
};

/** Suboptimality above this is out of the picture on the right of each figure, in percent; or a few
 * times the lowest there is, where that is high itself. */
const HIGH_PERFORMANCE = 150;
const AT_LEAST = 4;

function findLimit(points) {
  const lowest = Math.min(...points.map((point) => point.y.v).filter((value) => value > 0));
  return Math.max(HIGH_PERFORMANCE, Number.isFinite(lowest) ? AT_LEAST * lowest : 0);
}

/** Lines of agents that share an algorithm, and so a colour. */
const DASHES_OF_LINES = ['solid', 'dashed', 'dotted'];

/** Costs by trial: the legend has the agents, and the near half is cut at its upper edge, so that a line
 *  goes out of it and comes back. */
function makeTrialsOption(figure, log, theme, size) {
  const seen = new Map();
  const series = [...groupBy(figure.points, (point) => point.line).values()].map((points) => {
    const [{ agent, algorithm }] = points;
    const number = seen.get(algorithm) ?? 0;
    seen.set(algorithm, number + 1);
    const one = makeSeries(agent, points, figure, log, theme);
    one.lineStyle = { ...one.lineStyle, type: DASHES_OF_LINES[number % DASHES_OF_LINES.length] };
    return one;
  });
  const option = makeFrame(theme, figure, log, series, size);
  const limit = findLimit(figure.points);
  if (!log && figure.points.some((point) => point.y.v > limit)) option.yAxis.max = limit;
  return option;
}

/** One half of a figure, for a chart of a `size`, {width, interactive}: `all` of it by logarithms, or its high-performance region. */
export function makeOption(figure, half, theme, families, size) {
  const log = half === 'all';
  if (figure.id === 'trials') return makeTrialsOption(figure, log, theme, size);
  const limit = findLimit(figure.points);
  const near = (point) => log || point.y.v <= limit;
  const lines = groupBy(figure.points.filter(near), (point) => point.line);
  const series = [...lines.values()].map((points) =>
    makeSeries(families[points[0].algorithm], points, figure, log, theme),
  );
  if (log && figure.paper.length > 0) series.push(makePaperSeries(figure, theme));
  return makeFrame(theme, figure, log, series, size);
}

/** The corners of the staircase of points that no other beats in these two dimensions. */
function findStairs(points) {
  const stairs = [];
  let best = Infinity;
  for (const [x, y] of [...points].sort(byPlace)) {
    if (y >= best) continue;
    if (stairs.length > 0) stairs.push([x, best]);
    stairs.push([x, y]);
    best = y;
  }
  return stairs;
}
const byPlace = (a, b) => a[0] - b[0] || a[1] - b[1];

/** Two dimensions of the Pareto front. */
export function makeParetoOption(pareto, axes, theme, families, size) {
  const [x, y] = axes.map((axis) => pareto.axes.find((entry) => entry.axis === axis));
  const titles = { x: x.title, y: y.title };
  const points = pareto.points.map((point) => ({
    ...point,
    x: point.values[x.axis],
    y: point.values[y.axis],
  }));
  const groups = groupBy(points, (point) => point.algorithm);
  const series = [...groups].map(([algorithm, list]) => {
    const one = makeSeries(families[algorithm] ?? algorithm, list, titles, true, theme);
    one.lineStyle = { opacity: 0 };
    one.data.forEach((entry, i) => {
      const faint = list[i].dominators.length > 0 || list[i].reason !== '';
      entry.itemStyle = { opacity: faint ? 0.35 : 1 };
      if (faint) entry.label = { show: false };
    });
    return one;
  });
  const ranked = points.filter((point) => point.reason === '');
  const corners = findStairs(
    ranked.map((point) => [clamp(point.x.v, titles.x), clamp(point.y.v, titles.y)]),
  );
  series.push({
    name: FRONT,
    type: 'line',
    symbol: 'none',
    color: theme.faint,
    lineStyle: { type: 'dashed', width: 1 },
    tooltip: { show: false },
    silent: true,
    data: corners,
  });
  return makeFrame(theme, titles, true, series, size);
}
