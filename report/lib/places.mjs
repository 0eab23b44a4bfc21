// Where the names of points stand in a chart: beside their point, over no other point and no other
// name, and over no line if there is such a place. A name for which there is no room is left out;
// pointing at the point shows it.

const LETTER = 7.2; // width of a letter of 11 pixels, at most
const HEIGHT = 14;
const MARK = 5; // half the size of a point's mark
const GAP = 3;
const SIDES = ['top', 'bottom', 'right', 'left'];

/** The rectangle of a name at a side of its point: [left, top, right, bottom]. */
function getBox([x, y], text, side) {
  const width = text.length * LETTER;
  const far = MARK + GAP;
  const [left, top] = {
    top: [x - width / 2, y - far - HEIGHT],
    bottom: [x - width / 2, y + far],
    right: [x + far, y - HEIGHT / 2],
    left: [x - far - width, y - HEIGHT / 2],
  }[side];
  return [left, top, left + width, top + HEIGHT];
}

const getMarkBox = ([x, y]) => [x - MARK, y - MARK, x + MARK, y + MARK];
const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const isInside = (box, [left, top, right, bottom]) =>
  box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom;

/** Whether a line between two places goes through a rectangle. */
function crosses([from, to], [left, top, right, bottom]) {
  let [enter, leave] = [0, 1];
  for (const [axis, low, high] of [
    [0, left, right],
    [1, top, bottom],
  ]) {
    const step = to[axis] - from[axis];
    if (step === 0) {
      if (from[axis] <= low || from[axis] >= high) return false;
      continue;
    }
    const ends = [(low - from[axis]) / step, (high - from[axis]) / step];
    enter = Math.max(enter, Math.min(...ends));
    leave = Math.min(leave, Math.max(...ends));
  }
  return enter < leave;
}

/** A side for each of the points {at, text}, in their order; null where there is no room, or no text.
 *  `lines` are pairs of places that a line joins. */
export function placeNames(points, frame, lines = []) {
  const taken = points.map(({ at }) => getMarkBox(at));
  return points.map(({ at, text }, i) => {
    if (!text) return null;
    const free = SIDES.filter((side) => {
      const box = getBox(at, text, side);
      return isInside(box, frame) && !taken.some((other, j) => j !== i && overlap(box, other));
    });
    const isClear = (side) => !lines.some((line) => crosses(line, getBox(at, text, side)));
    const side = free.find(isClear) ?? free[0];
    if (side) taken.push(getBox(at, text, side));
    return side ?? null;
  });
}

/** The places of a series in pixels, with the names that belong there. */
function listPlaces(chart, one, series) {
  const find = (value) => chart.convertToPixel({ seriesIndex: series }, value);
  return one.data.map((entry, index) => ({
    series,
    index,
    at: find(entry.value ?? entry),
    text: entry.label?.formatter,
  }));
}

/** The lines that a series draws between its places. */
function listLines(one, places) {
  if (one.type !== 'line' || one.lineStyle?.opacity === 0) return [];
  return places.slice(1).map(({ at }, i) => [places[i].at, at]);
}

/** Gives the names of all points of a drawn chart their places. */
export function placeLabels(chart) {
  const { series, legend } = chart.getOption();
  const shown = legend[0].selected ?? {};
  const places = series.map((one, i) =>
    shown[one.name] === false ? [] : listPlaces(chart, one, i),
  );
  const points = places.flatMap((list, i) => (series[i].symbol === 'none' ? [] : list));
  const lines = series.flatMap((one, i) => listLines(one, places[i]));
  const { x, y, height } = chart.getModel().getComponent('grid').coordinateSystem.getRect();
  const frame = [x, y - HEIGHT - MARK, chart.getWidth(), y + height + HEIGHT / 2];
  const sides = placeNames(points, frame, lines);
  const data = series.map((one) => [...one.data]);
  points.forEach(({ series: i, index, text }, k) => {
    if (!text) return;
    const entry = data[i][index];
    const label = { ...entry.label, show: sides[k] !== null, position: sides[k] ?? 'top' };
    data[i][index] = { ...entry, label };
  });
  chart.setOption({ series: data.map((list) => ({ data: list })) });
}
