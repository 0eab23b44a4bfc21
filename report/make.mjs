// make.mjs DIR: the report of a run of `cairn evaluate -o DIR': DIR/report.html, one file without
// any other, and for papers DIR/figures/*.svg and DIR/tables/*.csv and *.tex.
import { build } from 'esbuild';
import * as echarts from 'echarts';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LIGHT, makeOption, makeParetoOption } from './lib/chart.mjs';
import { writeTables } from './lib/export.mjs';
import { placeLabels } from './lib/places.mjs';
import { renderReport } from './lib/report.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

async function bundle() {
  const result = await build({
    entryPoints: [here('client/main.mjs')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2020',
    write: false,
    legalComments: 'none',
  });
  return result.outputFiles[0].text.replaceAll('</script', '<\\/script');
}

/** A chart as the text of an SVG file, without a browser. */
function drawSvg(option, width, height) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption(option);
  placeLabels(chart);
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

function writeFigures(folder, figures, pareto, families) {
  mkdirSync(folder, { recursive: true });
  const size = { width: 620, interactive: false };
  const write = (file, option) =>
    writeFileSync(join(folder, file), drawSvg(option, size.width, 460));
  for (const figure of figures) {
    for (const half of ['all', 'near']) {
      write(`${figure.id}-${half}.svg`, makeOption(figure, half, LIGHT, families, size));
    }
  }
  write('pareto.svg', makeParetoOption(pareto, ['time', 'suboptimality'], LIGHT, families, size));
}

export async function makeReport(folder) {
  const style = readFileSync(here('client/style.css'), 'utf8');
  const { page, figures, pareto, families } = renderReport(folder, style, await bundle());
  writeFigures(join(folder, 'figures'), figures, pareto, families);
  writeTables(join(folder, 'tables'), page);
  const file = join(folder, 'report.html');
  writeFileSync(file, page);
  return file;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.length !== 3) {
    console.error('usage: make.mjs DIR');
    process.exit(2);
  }
  try {
    console.log(await makeReport(process.argv[2]));
  } catch (error) {
    console.error(`cairn: the report cannot be made: ${error.message}`);
    process.exit(3);
  }
}
