// Where the names of points stand in a chart: beside their point, over no other point and no other
// name. A name for which there is no room is left out; pointing at the point tells it.

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

/** A side for each of the points {at, text}, in their order; null where there is no room. */
export function placeNames(points, frame) {
  const taken = points.map(({ at }) => getMarkBox(at));
  return points.map(({ at, text }, i) => {
    const side = SIDES.find((candidate) => {
      const box = getBox(at, text, candidate);
      return isInside(box, frame) && !taken.some((other, j) => j !== i && overlap(box, other));
    });
    if (side) taken.push(getBox(at, text, side));
    return side ?? null;
  });
}

/** Gives the names of all points of a drawn chart their places. */
export function placeLabels(chart) {
  const { series, legend, grid } = chart.getOption();
  const shown = legend[0].selected ?? {};
  const points = series.flatMap((one, i) =>
    one.data
      .map((entry, j) => ({ entry, series: i, index: j, text: entry.label?.formatter }))
      .filter(({ text }) => text && shown[one.name] !== false)
      .map((point) => ({
        ...point,
        at: chart.convertToPixel({ seriesIndex: i }, point.entry.value),
      })),
  );
  const frame = [
    grid[0].left,
    grid[0].top - HEIGHT - MARK,
    chart.getWidth(),
    chart.getHeight() - grid[0].bottom + GAP,
  ];
  const sides = placeNames(points, frame);
  const data = series.map((one) => one.data.map((entry) => ({ ...entry })));
  points.forEach(({ entry, series: i, index }, k) => {
    data[i][index].label = { ...entry.label, show: sides[k] !== null, position: sides[k] ?? 'top' };
  });
  chart.setOption({ series: data.map((list) => ({ data: list })) });
}
