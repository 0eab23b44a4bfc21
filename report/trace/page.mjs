// The page as the tracer reads it: numbers with their traces, tables with their cells, the charts'
// data, and the text that is left.

export const unescape = (text) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const plain = (html) => unescape(html.replace(/<[^>]*>/g, '')).trim();
const listNames = (html) =>
  [...html.matchAll(/<span class="name">([^<]*)<\/span>/g)].map(([, text]) => unescape(text));

/** Every number of ours: {value, trace, text}, as they stand on the page. */
export const listNumbers = (html) =>
  [...html.matchAll(/<data\s+value="([^"]*)"\s+data-trace="([^"]*)"[^>]*>([^<]*)<\/data\s*>/g)].map(
    ([, value, trace, text]) => ({ value: unescape(value), trace, text: unescape(text) }),
  );

/** Every number of the paper: {path, text}. */
export const listQuotes = (html) =>
  [...html.matchAll(/<q\s+data-paper="([^"]*)">([^<]*)<\/q>/g)].map(([, path, text]) => ({
    path: JSON.parse(unescape(path)),
    text,
  }));

const readCell = (html) => ({
  text: plain(html),
  names: listNames(html),
  numbers: listNumbers(html),
  quotes: listQuotes(html),
});

/** Every table: {id, names in its caption, heads, rows of cells}. */
export const listTables = (html) =>
  [...html.matchAll(/<figure class="table[^"]*" id="([^"]*)">([^]*?)<\/figure>/g)].map(
    ([, id, inside]) => {
      const [, caption] = inside.match(/<figcaption>([^]*?)<\/figcaption>/);
      const [, head, body] = inside.match(/<thead>([^]*?)<\/thead><tbody>([^]*?)<\/tbody>/);
      const cells = (row) => [...row.matchAll(/<t[hd][^>]*>([^]*?)<\/t[hd]>/g)].map(([, c]) => c);
      return {
        id,
        names: listNames(caption),
        heads: cells(head).map(plain),
        rows: body
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((row) => cells(row).map(readCell)),
      };
    },
  );

export const readCharts = (html) =>
  JSON.parse(html.match(/<script type="application\/json" id="figures">([^]*?)<\/script>/)[1]);

export const listAllNames = listNames;

/** The text without numbers that are accounted for, names, and references. */
export const getRest = (html) =>
  html
    .replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '')
    .replace(/<title>[^<]*<\/title>/, '') // the suite's own, which is a name in the heading
    .replace(/<(data|q)\b[^>]*>[^<]*<\/\1\s*>/g, '')
    .replace(/<span class="(name|static)">[^<]*<\/span>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/(Tables?|Figure|[Ss]ections?|p(?=50|99)) ?\d+(\.\d+)?/g, '');
