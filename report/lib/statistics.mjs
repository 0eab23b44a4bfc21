// How sure a mean is: bootstrap intervals and paired tests. All draw from one generator with a fixed
// start, so that a report can be made again; docs/research/evaluation.md says how.

const START = 2463534242;
const SAMPLES = 1000;
const LOW = 25; // of the samples, sorted
const HIGH = 975;
const FLIPS = 1999;

/** Marsaglia's xorshift of 32 bits. */
function makeGenerator() {
  let state = START;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** A statistic of a thousand samples of the numbers 0 to count - 1, sorted. */
function sample(count, statistic) {
  const draw = makeGenerator();
  const found = [];
  for (let i = 0; i < SAMPLES; i++) {
    const places = Array.from({ length: count }, () => Math.floor((draw() * count) / 2 ** 32));
    found.push(statistic(places));
  }
  return found.sort((a, b) => a - b);
}

const pick = (samples, rank) => samples[rank - 1];
const total = (values, places) => places.reduce((sum, place) => sum + values[place], 0);

/** The interval of a mean: [low, high]. */
export function findInterval(values) {
  if (values.length < 2) return [values[0], values[0]];
  const means = sample(values.length, (places) => total(values, places) / values.length);
  return [pick(means, LOW), pick(means, HIGH)];
}

/** The interval of mean(b) / mean(a), where a[i] and b[i] are of the same problem. */
export function findRatioInterval(a, b) {
  const ratios = sample(a.length, (places) => total(b, places) / total(a, places));
  return [pick(ratios, LOW), pick(ratios, HIGH)];
}

/** How often signs drawn at random make the sum of b[i] - a[i] as large as it is: a paired test of
 *  "a is less than b". */
export function testPaired(a, b) {
  const draw = makeGenerator();
  const differences = a.map((value, i) => b[i] - value);
  const observed = differences.reduce((sum, value) => sum + value, 0);
  let reached = 1;
  for (let i = 0; i < FLIPS; i++) {
    let flipped = 0;
    for (const difference of differences) flipped += draw() >>> 31 ? difference : -difference;
    if (flipped >= observed) reached++;
  }
  return reached / (FLIPS + 1);
}
