// Pieces of the page. Every number on it is a <data> element with its trace, or a number of the
// paper with its place in paper.json; trace.mjs refuses any other.
import { readFileSync } from 'node:fs';

export const paper = JSON.parse(readFileSync(new URL('../paper.json', import.meta.url), 'utf8'));

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escape = (text) => String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign]);

/** Digits after the point that leave about four that say something. */
function countDecimals(value) {
  const size = Math.abs(value);
  if (size === 0 || Number.isInteger(value)) return 0;
  if (size >= 1000) return 0;
  if (size >= 100) return 1;
  if (size >= 1) return 2;
  return Math.min(6, 2 - Math.floor(Math.log10(size)));
}

export function format(value, decimals = countDecimals(value)) {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** In words, for the reader who points at a number. */
function explain(trace) {
  if (trace.fn === 'fact') return `summary.json: ${trace.path}`;
  if (trace.fn === 'break-even')
    return `fewest agents at which ${trace.a} takes less memory than ${trace.b}`;
  if (trace.fn === 'break-even-grown')
    return `fewest agents at which the process grows less with ${trace.a} than with ${trace.b}`;
  if (trace.fn === 'paired')
    return `paired test of ${trace.of}: ${trace.a} is less than ${trace.b}`;
  if (/^ratio-/.test(trace.fn))
    return `${trace.fn}, interval of the mean of ${trace.of} of ${trace.b} divided by that of ${trace.a}`;
  if (trace.fn === 'total') return trace.of.map(explain).join(' + ');
  if (trace.a) return `${trace.fn} of: ${explain(trace.a)}; and: ${explain(trace.b)}`;
  const where = Object.entries(trace.where ?? {}).map(([column, value]) => `${column} = ${value}`);
  return `${trace.fn} of ${trace.of} over ${trace.table ?? 'results'}.csv${where.length ? ' where ' : ''}${where.join(', ')}`;
}

const WALL = ' <span class="wall" title="by the clock on the wall, not processor time">wall</span>';

/** A number of ours. `bound` marks a lower bound, `wall` a time by the wall clock among processor
 *  times; `none` stands where there is no value. */
export function number(
  data,
  trace,
  { decimals, bound = false, wall = false, unit = '', none = '–' } = {},
) {
  const value = data.value(trace);
  if (value === null || value === undefined || Number.isNaN(value))
    return `<span class="none">${none}</span>`;
  const text = typeof value === 'number' ? format(value, decimals) : escape(value);
  return `<data value="${escape(value)}" data-trace="${escape(JSON.stringify(trace))}" title="${escape(explain(trace))}">${bound ? '≥ ' : ''}${text}${unit}</data>${wall ? WALL : ''}`;
}

/** Measures by processor time, which a program's are not. */
const OF_PROCESSOR = ['time_per_move_us', 'preparation_seconds'];
export const isWall = (data, agent, of) => OF_PROCESSOR.includes(of) && data.isWall(agent);

/** A mean over all problems; a lower bound where walks were cut. */
export const meanOf = (data, agent, of, options = {}) =>
  number(data, data.mean(agent, of), {
    bound: of === 'suboptimality' && data.cut(agent) > 0,
    wall: isWall(data, agent, of),
    ...options,
  });

/** A number of the paper, by its path in paper.json; a dash where it has none. */
export function quoted(...path) {
  const value = path.reduce((at, key) => at?.[key], paper);
  if (value === undefined) return DASH;
  return `<q data-paper="${escape(JSON.stringify(path))}">${value.toLocaleString('en-US', { maximumFractionDigits: 5 })}</q>`;
}

/** Where there is no value. */
export const DASH = '<span class="none">–</span>';

export const name = (text) => `<span class="name">${escape(text)}</span>`;

/** A table: columns are {head, cell(row), note?}; rows know their algorithm for the chooser. */
export function table({ id, caption, columns, rows, foot = '', dense = false }) {
  const head = columns
    .map(({ head, kind = '' }) => `<th scope="col"${kind ? ` class="${kind}"` : ''}>${head}</th>`)
    .join('');
  const body = rows
    .map((row) => {
      const cells = columns.map(({ cell, kind = '' }, i) =>
        i === 0
          ? `<th scope="row">${cell(row)}</th>`
          : `<td${kind ? ` class="${kind}"` : ''}>${cell(row)}</td>`,
      );
      const algorithm = row.algorithm ? ` data-algorithm="${escape(row.algorithm)}"` : '';
      return `<tr${algorithm}${row.faint ? ' class="faint"' : ''}>${cells.join('')}</tr>`;
    })
    .join('\n');
  return `<figure class="table${dense ? ' dense' : ''}" id="${id}"><figcaption>${caption}</figcaption>
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body}
</tbody></table></div>${foot ? `<p class="foot">${foot}</p>` : ''}</figure>`;
}
