// Tables as `cairn' writes them: a header, then rows; fields with commas are in quotes.

/** The fields of one line. */
function splitLine(line) {
  if (!line.includes('"')) return line.split(',');
  const fields = [];
  for (let at = 0; at <= line.length; at++) {
    let field = '';
    if (line[at] === '"') {
      for (at++; at < line.length && (line[at] !== '"' || line[at + 1] === '"'); at++) {
        if (line[at] === '"') at++;
        field += line[at];
      }
      at++;
    } else {
      const end = line.indexOf(',', at) < 0 ? line.length : line.indexOf(',', at);
      field = line.slice(at, end);
      at = end;
    }
    fields.push(field);
  }
  return fields;
}

/** Rows as objects, numbers as numbers, each with its `line` in the file. */
export function parseCsv(text) {
  const lines = text.split('\n').filter((line) => line !== '');
  const names = splitLine(lines[0]);
  return lines.slice(1).map((line, index) => {
    const row = { line: index + 2 };
    splitLine(line).forEach((field, i) => {
      row[names[i]] = field !== '' && !Number.isNaN(Number(field)) ? Number(field) : field;
    });
    return row;
  });
}
