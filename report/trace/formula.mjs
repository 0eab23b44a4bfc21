// Numbers by the traces beside them: which rows, which measure, which function. It serves the numbers
// in sentences and pictures' captions, whose place does not say what they must be.
import { boundMean, boundRatio, testSigns } from './chance.mjs';
import * as rows from './rows.mjs';

const MEASURES = {
  suboptimality: rows.suboptimality,
  relative_cost: rows.relativeCost,
  time_per_move_us: rows.timePerMove,
  online_kb: rows.onlineKb,
  shared_kb: rows.sharedKb,
  cumulative_kb: rows.cumulativeKb,
  database_mb: rows.column('database_bytes', rows.KILO ** 2),
  counted_mb: (row) => rows.countedKb(row) / rows.KILO,
  counted_kb: rows.countedKb,
  counted_cumulative_kb: rows.countedCumulativeKb,
  states_a_record: rows.statesARecord,
  relative_size: rows.relativeSize,
  state_share: (row) => (4 * row.num('database_states')) / row.num('database_bytes'),
  label_bytes: (row) =>
    (row.num('database_bytes') - 4 * row.num('database_states')) / row.num('map_cells'),
  plain_label_share: (row) =>
    row.num('map_cells') / (row.num('map_cells') + row.num('database_states')),
  cut: rows.isCut,
  failed: rows.hasFailed,
  failed_start: rows.failsAt('start'),
  failed_goal: rows.failsAt('goal'),
  failed_both: rows.failsAt('both'),
  failed_pair: rows.failsAt('pair'),
  optimal_cells: rows.column('optimal', 10),
  difficulty: (row) => row.num('expanded') / row.num('optimal_moves'),
  max_move_us: rows.column('max_move_ns', 1000),
  first_move_us: rows.column('first_move_ns', 1000),
  last_suboptimality: rows.lastSuboptimality,
  trials_travel: rows.column('trials_cost', 10),
  trials_kb: (row) => (4 * row.num('trials_memory_states')) / rows.KILO,
  crowd_agent_kb: rows.column('agent_bytes', rows.KILO),
  crowd_shared_kb: (row) =>
    (row.num('map_bytes') + row.num('database_bytes') + row.num('index_bytes')) / rows.KILO,
  crowd_resident_kb: rows.column('resident_bytes', rows.KILO),
};

const REDUCERS = {
  low: (list, of) => boundMean(list.map(of)).low,
  high: (list, of) => boundMean(list.map(of)).high,
  count: (list) => list.length,
  sum: rows.sum,
  mean: rows.mean,
  min: rows.least,
  max: rows.most,
  median: rows.median,
  deviation: rows.deviation,
};

export class Formulas {
  constructor(data) {
    this.data = data;
    this.known = new Map();
  }

  findRows({ table = 'results', where = {} }) {
    return this.data[table].filter((row) =>
      Object.entries(where).every(([column, value]) => row.get(column) === String(value)),
    );
  }

  /** A measure of the problems that two agents have in common. */
  findPairs({ a, b, of }) {
    const measure = MEASURES[of] ?? rows.column(of);
    const place = (row) => [row.get('map'), row.get('problem')].join();
    const second = new Map(this.data.of(b).map((row) => [place(row), measure(row)]));
    return this.data
      .of(a)
      .filter((row) => second.has(place(row)))
      .map((row) => [measure(row), second.get(place(row))]);
  }

  evaluate(trace) {
    const key = JSON.stringify(trace);
    if (!this.known.has(key)) this.known.set(key, this.evaluateAnew(trace));
    return this.known.get(key);
  }

  evaluateAnew(trace) {
    const both = () => [this.evaluate(trace.a), this.evaluate(trace.b)];
    const divide = ([a, b]) => a / b;
    switch (trace.fn) {
      case 'ratio':
        return divide(both());
      case 'percent':
        return 100 * divide(both()) - 100;
      case 'less':
        return 100 - 100 * divide(both());
      case 'product':
        return both().reduce((a, b) => a * b);
      case 'total':
        return trace.of.reduce((total, part) => total + this.evaluate(part), 0);
      case 'break-even':
        return rows.findBreakEven(
          this.data.of(trace.a),
          this.data.of(trace.b),
          trace.counted ? rows.countedKb : rows.sharedKb,
        );
      case 'break-even-grown':
        return rows.findGrownBreakEven(
          this.findRows({ table: 'crowd', where: { agent: trace.a } }),
          this.findRows({ table: 'crowd', where: { agent: trace.b } }),
        );
      case 'paired':
        return testSigns(this.findPairs(trace));
      case 'ratio-low':
        return boundRatio(this.findPairs(trace)).low;
      case 'ratio-high':
        return boundRatio(this.findPairs(trace)).high;
      case 'fact':
        return trace.path.split('.').reduce((at, part) => at[part], this.data.summary);
      default: {
        if (!REDUCERS[trace.fn]) throw new Error(`there is no function ${trace.fn}`);
        const of =
          trace.of === 'trial_suboptimality'
            ? rows.trialSuboptimality(trace.trial)
            : (MEASURES[trace.of] ?? rows.column(trace.of));
        return REDUCERS[trace.fn](this.findRows(trace), of);
      }
    }
  }
}
