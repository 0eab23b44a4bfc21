// What a run of `cairn evaluate' left, and the one way numbers are made of its rows.
//
// A number is made from a trace: a small object that says which rows, which measure of them and
// which function. The report keeps the trace beside the number, and trace.mjs makes it again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCsv } from './csv.mjs';
import { findLines } from './lines.mjs';
import { findInterval, findRatioInterval, testPaired } from './statistics.mjs';

const KIB = 1024;
const STATE_BYTES = 4; // a state is an index of 32 bits

/** Bytes of a database as the paper counts them: four for each state of a record, and with D LRTA* four
 *  for each cell of the map. No number for what the paper does not have: other kinds, a fall-back,
 *  an index in memory. */
function countBytes(row) {
  if (row.index_bytes > 0 || /\bfallback=/.test(row.database)) return NaN;
  if (row.algorithm === 'knn') return row.database_states * STATE_BYTES;
  if (row.algorithm === 'dlrta') return (row.map_cells + row.database_states) * STATE_BYTES;
  return row.database === '' ? 0 : NaN;
}

/** The cost of a trial whose number is a power of two. Trials after the last, which learned nothing,
 *  would be the same. */
function getTrialCost(row, trial) {
  const costs = String(row.trial_costs).split(' ');
  return trial <= row.trials ? Number(costs[Math.log2(trial)]) : row.last_cost;
}

/** Measures of a row of results.csv that are not columns themselves (rules.md, Measures). */
const MEASURES = {
  suboptimality: (row) => (row.cost / row.optimal - 1) * 100,
  relative_cost: (row) => row.cost / row.optimal,
  time_per_move_us: (row) => row.time_ns / row.moves / 1e3,
  online_kb: (row) => (row.memory_states * STATE_BYTES) / KIB,
  shared_kb: (row) => (row.database_bytes + row.index_bytes) / KIB,
  cumulative_kb: (row) =>
    (row.memory_states * STATE_BYTES + row.database_bytes + row.index_bytes) / KIB,
  counted_mb: (row) => countBytes(row) / KIB / KIB,
  counted_kb: (row) => countBytes(row) / KIB,
  counted_cumulative_kb: (row) => (row.memory_states * STATE_BYTES + countBytes(row)) / KIB,
  states_a_record: (row) => row.database_states / row.database_records,
  database_mb: (row) => row.database_bytes / KIB / KIB,
  relative_size: (row) => row.database_states / row.map_cells + (row.algorithm === 'dlrta' ? 1 : 0),
  state_share: (row) => (row.database_states * STATE_BYTES) / row.database_bytes,
  label_bytes: (row) => (row.database_bytes - row.database_states * STATE_BYTES) / row.map_cells,
  plain_label_share: (row) => row.map_cells / (row.map_cells + row.database_states),
  cut: (row) => 1 - row.solved,
  failed: (row) => (row.failures > 0 ? 1 : 0),
  failed_start: (row) => (row.failure_end === 'start' ? 1 : 0),
  failed_goal: (row) => (row.failure_end === 'goal' ? 1 : 0),
  failed_both: (row) => (row.failure_end === 'both' ? 1 : 0),
  failed_pair: (row) => (row.failure_end === 'pair' ? 1 : 0),
  optimal_cells: (row) => row.optimal / 10,
  difficulty: (row) => row.expanded / row.optimal_moves,
  trial_suboptimality: (row, { trial }) => (getTrialCost(row, trial) / row.optimal - 1) * 100,
  last_suboptimality: (row) => (row.last_cost / row.optimal - 1) * 100,
  trials_travel: (row) => row.trials_cost / 10,
  trials_kb: (row) => (row.trials_memory_states * STATE_BYTES) / KIB,
  max_move_us: (row) => row.max_move_ns / 1e3,
  first_move_us: (row) => row.first_move_ns / 1e3,
  crowd_agent_kb: (row) => row.agent_bytes / KIB,
  crowd_states_kb: (row) => (row.memory_states * STATE_BYTES) / KIB,
  crowd_shared_kb: (row) => (row.map_bytes + row.database_bytes + row.index_bytes) / KIB,
  crowd_resident_kb: (row) => row.resident_bytes / KIB,
};

const sum = (values) => values.reduce((total, value) => total + value, 0);
const sorted = (values) => [...values].sort((a, b) => a - b);

const FUNCTIONS = {
  low: (values) => findInterval(values)[0],
  high: (values) => findInterval(values)[1],
  count: (values) => values.length,
  sum,
  mean: (values) => sum(values) / values.length,
  min: (values) => sorted(values)[0],
  max: (values) => sorted(values)[values.length - 1],
  median: (values) => {
    const all = sorted(values);
    return (all[Math.floor((all.length - 1) / 2)] + all[Math.floor(all.length / 2)]) / 2;
  },
  deviation: (values) => {
    const mean = sum(values) / values.length;
    return Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
  },
};

/** The smallest number of agents at which A's memory is below B's; null if it never is. */
export function findBreakEven(sharedA, onlineA, sharedB, onlineB) {
  if (sharedA + onlineA < sharedB + onlineB) return 1;
  if (onlineA >= onlineB) return null;
  return Math.floor((sharedA - sharedB) / (onlineB - onlineA)) + 1;
}

export class Data {
  constructor(folder) {
    this.folder = folder;
    this.all = parseCsv(readFileSync(join(folder, 'results.csv'), 'utf8'));
    this.first = this.all[0]?.set ?? ''; // the set that tables and charts are about
    this.results = this.all.filter((row) => (row.set ?? '') === this.first);
    this.known = new Map();
    this.crowd = parseCsv(readFileSync(join(folder, 'crowd.csv'), 'utf8'));
    this.summary = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
    this.title = this.summary.source?.title ?? this.summary.suite;
    this.credit = this.summary.source?.credit ?? '';
    this.paper = this.summary.source?.paper === true; // whether the suite asks for its numbers
    this.agents = findLines(this.summary.agents).flat(); // of several, by their parameter
    const others = (this.summary.sets ?? []).flatMap((set) => set.agents);
    this.algorithms = [...new Set([...this.agents, ...others].map(({ algorithm }) => algorithm))];
    this.maps = this.summary.maps.filter(({ set = '' }) => set === this.first);
    this.byAgent = new Map();
    for (const row of this.results) {
      if (!this.byAgent.has(row.agent)) this.byAgent.set(row.agent, []);
      this.byAgent.get(row.agent).push(row);
    }
  }

  /** The rows that a trace speaks of. */
  rows({ table = 'results', where = {} }) {
    const all =
      table === 'results' && where.agent !== undefined
        ? (this.byAgent.get(where.agent) ?? [])
        : this[table];
    const wanted = Object.entries(where);
    return all.filter((row) => wanted.every(([column, value]) => row[column] === value));
  }

  /** The number that a trace stands for; null if there are no rows for it. */
  value(trace) {
    const key = JSON.stringify(trace);
    if (!this.known.has(key)) this.known.set(key, this.compute(trace));
    return this.known.get(key);
  }

  /** A measure of two agents on the problems that both have, in pairs. */
  pairs({ a, b, of }) {
    const measure = MEASURES[of] ?? ((row) => row[of]);
    const key = (row) => `${row.map} ${row.problem}`;
    const others = new Map((this.byAgent.get(b) ?? []).map((row) => [key(row), row]));
    const rows = (this.byAgent.get(a) ?? []).filter((row) => others.has(key(row)));
    return [rows.map(measure), rows.map((row) => measure(others.get(key(row))))];
  }

  compute(trace) {
    if (trace.fn === 'ratio-low') return findRatioInterval(...this.pairs(trace))[0];
    if (trace.fn === 'ratio-high') return findRatioInterval(...this.pairs(trace))[1];
    if (trace.fn === 'paired') return testPaired(...this.pairs(trace));
    if (trace.fn === 'ratio') return this.value(trace.a) / this.value(trace.b);
    if (trace.fn === 'percent') return (this.value(trace.a) / this.value(trace.b) - 1) * 100;
    if (trace.fn === 'less') return (1 - this.value(trace.a) / this.value(trace.b)) * 100;
    if (trace.fn === 'product') return this.value(trace.a) * this.value(trace.b);
    if (trace.fn === 'total') return sum(trace.of.map((part) => this.value(part)));
    if (trace.fn === 'break-even') {
      const of = (agent, measure) => this.value({ fn: 'mean', of: measure, where: { agent } });
      const shared = trace.counted ? 'counted_kb' : 'shared_kb';
      return findBreakEven(
        of(trace.a, shared),
        of(trace.a, 'online_kb'),
        of(trace.b, shared),
        of(trace.b, 'online_kb'),
      );
    }
    if (trace.fn === 'break-even-grown') {
      const [a, b] = [this.findGrowth(trace.a), this.findGrowth(trace.b)];
      return a && b ? findBreakEven(a.shared, a.each, b.shared, b.each) : null;
    }
    if (trace.fn === 'fact') {
      return trace.path.split('.').reduce((at, key) => at?.[key], this.summary);
    }
    const rows = this.rows(trace);
    if (rows.length === 0) return null;
    const measure = MEASURES[trace.of] ?? ((row) => row[trace.of]);
    return FUNCTIONS[trace.fn](rows.map((row) => measure(row, trace)));
  }

  /** The bytes by which the process grew in the many-agent runs: for each agent, between the fewest and
   *  the most of them, and for what they share; means of the maps. Null of fewer than two runs. */
  findGrowth(agent) {
    const rows = this.crowd.filter((row) => row.agent === agent);
    const each = [];
    const shared = [];
    for (const map of new Set(rows.map((row) => row.map))) {
      const runs = rows.filter((row) => row.map === map).sort((a, b) => a.agents - b.agents);
      const [first, last] = [runs[0], runs.at(-1)];
      if (first.agents === last.agents) return null;
      each.push((last.resident_bytes - first.resident_bytes) / (last.agents - first.agents));
      shared.push(first.resident_bytes - first.agents * each.at(-1));
    }
    if (each.length === 0) return null;
    return { each: sum(each) / each.length, shared: sum(shared) / shared.length };
  }

  mean(agent, of) {
    return { fn: 'mean', of, where: { agent } };
  }

  /** How many walks of an agent were cut. */
  cut(agent) {
    return this.value({ fn: 'sum', of: 'cut', where: { agent } });
  }

  /** Whether its times are by the wall clock: those of a program of someone else's. */
  isWall(agent) {
    return this.all.find((row) => row.agent === agent)?.clock === 'wall';
  }

  /** Whether the paper says how its memory is counted. */
  isCounted(agent) {
    return !Number.isNaN(this.value(this.mean(agent, 'counted_kb')));
  }

  /** The value of a parameter in a text such as "kind=knn records=60000". */
  parameter(agent, name) {
    const found = `${agent.parameters} ${agent.database}`.match(
      new RegExp(`(?:^| )${name}=(\\S+)`),
    );
    return found ? Number(found[1]) : null;
  }

  /** The agents of an algorithm in the group of the paper's own, by a parameter. With landmarks,
   *  ranking, skipping or a fall-back it is another algorithm: the paper has none. */
  family(algorithm, parameter) {
    return this.agents
      .filter(
        (agent) =>
          agent.group === 'agents' &&
          agent.algorithm === algorithm &&
          !/\b(landmarks|rank|skip|fallback)=/.test(`${agent.parameters} ${agent.database}`),
      )
      .sort((a, b) => this.parameter(a, parameter) - this.parameter(b, parameter));
  }
}
