// Intervals and paired tests, after docs/research/evaluation.md: written anew, in whole numbers of 32 bits.

class Numbers {
  constructor() {
    this.word = new Uint32Array([2463534242]);
  }

  next() {
    const word = this.word;
    word[0] ^= word[0] << 13;
    word[0] ^= word[0] >>> 17;
    word[0] ^= word[0] << 5;
    return word[0];
  }

  /** One of 0 to count - 1. */
  below(count) {
    return Number((BigInt(this.next()) * BigInt(count)) >> 32n);
  }
}

/** The 25th and the 975th of a thousand samples. */
function resample(count, finish) {
  const numbers = new Numbers();
  const results = new Float64Array(1000).map(() => {
    const sums = finish.start();
    for (let i = 0; i < count; i++) finish.add(sums, numbers.below(count));
    return finish.end(sums);
  });
  results.sort();
  return { low: results[24], high: results[974] };
}

export function boundMean(values) {
  if (values.length === 1) return { low: values[0], high: values[0] };
  return resample(values.length, {
    start: () => [0],
    add: (sums, place) => (sums[0] += values[place]),
    end: ([sum]) => sum / values.length,
  });
}

/** Of pairs [a, b]: the sum of all b divided by that of all a. */
export const boundRatio = (pairs) =>
  resample(pairs.length, {
    start: () => [0, 0],
    add: (sums, place) => {
      sums[0] += pairs[place][0];
      sums[1] += pairs[place][1];
    },
    end: ([a, b]) => b / a,
  });

/** The share of random signs that make the sum of b - a at least what it is, itself counted. */
export function testSigns(pairs) {
  const numbers = new Numbers();
  const gaps = pairs.map(([a, b]) => b - a);
  const sum = gaps.reduce((x, y) => x + y, 0);
  let hits = 1;
  for (let round = 1; round < 2000; round++) {
    let signed = 0;
    for (const gap of gaps) signed += numbers.next() >= 2 ** 31 ? gap : -gap;
    if (signed >= sum) hits += 1;
  }
  return hits / 2000;
}
