// A report's page and the data of its charts, from the folder of a run.
import { Data } from './data.mjs';
import { familyOf, makeFigures, makePareto } from './figures.mjs';
import { renderPage } from './page.mjs';
import { makeTrialsFigures } from './trials.mjs';

/** {page, figures, pareto, families} of the run in a folder. */
export function renderReport(folder, style, script) {
  const data = new Data(folder);
  const figures = [...makeFigures(data), ...makeTrialsFigures(data)];
  const pareto = makePareto(data);
  const families = Object.fromEntries(
    data.algorithms.map((algorithm) => [algorithm, familyOf(algorithm)]),
  );
  const payload = JSON.stringify({ figures, pareto, families }).replaceAll('<', '\\u003c');
  const page = renderPage({ data, figures, pareto, style, payload, script });
  return { page, figures, pareto, families };
}
