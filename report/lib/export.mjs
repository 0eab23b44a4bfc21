// The tables of a page as files: CSV for programs, LaTeX for papers. Both are made of the page itself,
// so that they say what it says.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SIGNS = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (sign) => SIGNS[sign])
    .trim();

const listCells = (row) =>
  [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, cell]) => cell);

/** {id, caption, heads, rows}: the cells of rows as the page has them. */
export function readTables(page) {
  return [...page.matchAll(/<figure class="table[^"]*" id="([^"]*)">([^]*?)<\/figure>/g)].map(
    ([, id, inside]) => {
      const [, caption] = inside.match(/<figcaption>([^]*?)<\/figcaption>/);
      const [, head, body] = inside.match(/<thead>([^]*?)<\/thead><tbody>([^]*?)<\/tbody>/);
      const rows = body.trim().split('\n').map(listCells);
      return { id, caption: plain(caption), heads: listCells(head).map(plain), rows };
    },
  );
}

/** All digits of a number; what is no number as the page shows it. A lower bound keeps its sign, a time by
 *  the wall clock its word. */
function getCsvField(cell) {
  const value = cell.match(/<data value="([^"]*)"/)?.[1];
  const text = plain(cell);
  const [sign, word] = [text.startsWith('≥') ? '>=' : '', text.endsWith(' wall') ? ' wall' : ''];
  const field = value === undefined ? text : `${sign}${plain(value)}${word}`;
  return /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

export const makeCsv = ({ heads, rows }) =>
  [heads.map(getCsvField), ...rows.map((row) => row.map(getCsvField))]
    .map((fields) => `${fields.join(',')}\n`)
    .join('');

const TEX = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '≥': '$\\ge$',
  '×': '$\\times$',
  µ: '$\\mu$',
  '–': '--',
  '’': "'",
  '…': '\\dots{}',
};
const getTex = (text) => text.replace(/[\\~^≥×µ–’…&%$#_{}]/g, (sign) => TEX[sign] ?? `\\${sign}`);

export function makeTex({ id, caption, heads, rows }) {
  const line = (cells) => `${cells.map(getTex).join(' & ')} \\\\\n`;
  return `\\begin{table}
\\caption{${getTex(caption)}}
\\label{${id}}
\\begin{tabular}{l${'r'.repeat(heads.length - 1)}}
\\hline
${line(heads)}\\hline
${rows.map((row) => line(row.map(plain))).join('')}\\hline
\\end{tabular}
\\end{table}
`;
}

/** Writes ID.csv and ID.tex of every table into a folder. */
export function writeTables(folder, page) {
  mkdirSync(folder, { recursive: true });
  for (const table of readTables(page)) {
    writeFileSync(join(folder, `${table.id}.csv`), makeCsv(table));
    writeFileSync(join(folder, `${table.id}.tex`), makeTex(table));
  }
}
