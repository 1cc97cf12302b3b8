/** Classes of values for a map: bounds by natural breaks (Fisher and Jenks), quantiles or equal intervals. */

const sortUp = (values) => [...values].sort((one, other) => one - other);

/** Return the highest value of each class, so that each has about as many values: equal ones are never parted, and the
 * next classes are as near to their part as can be. */
function findQuantiles(sorted, count) {
  // How many lie up to each value.
  const ends = sorted.flatMap((value, at) => (value === sorted[at + 1] ? [] : [at + 1]));
  const chosen = [-1];
  for (let step = 1; step < count; step += 1) {
    const far = (place) => Math.abs(ends[place] - (sorted.length * step) / count);
    let place = chosen[step - 1] + 1;
    while (place < ends.length - 1 - (count - step) && far(place + 1) < far(place)) place += 1;
    chosen.push(place);
  }
  return [...chosen.slice(1).map((place) => sorted[ends[place] - 1]), sorted[sorted.length - 1]];
}

/** Return a function of two places: the sum of squared distances from the mean of the values between them. */
function measureSpread(sorted) {
  const sums = [0];
  const squares = [0];
  sorted.forEach((value, place) => {
    sums.push(sums[place] + value);
    squares.push(squares[place] + value * value);
  });
  return (from, to) => squares[to] - squares[from] - (sums[to] - sums[from]) ** 2 / (to - from);
}

/** Return the highest value of each class, so that values of a class differ as little as they can. */
function findNaturalBreaks(sorted, count) {
  const size = sorted.length;
  const spread = measureSpread(sorted);
  // costs[to]: the least spread of the first `to` values in the classes so far; starts: where the last of them begins.
  let costs = Array.from({ length: size + 1 }, (_, to) => (to ? spread(0, to) : 0));
  const starts = [];
  for (let classes = 2; classes <= count; classes += 1) {
    const next = new Array(size + 1).fill(Infinity);
    const start = new Array(size + 1).fill(0);
    for (let to = classes; to <= size; to += 1) {
      for (let from = classes - 1; from < to; from += 1) {
        const cost = costs[from] + spread(from, to);
        if (cost < next[to]) [next[to], start[to]] = [cost, from];
      }
    }
    starts.unshift(start);
    costs = next;
  }
  const ends = [size];
  for (const start of starts) ends.unshift(start[ends[0]]);
  return ends.map((end) => sorted[end - 1]);
}

/** Return the ends of classes that are equally wide, in whole `unit`s: a class may hold no value. */
function findEqualSteps(sorted, count, unit) {
  const [least, most] = [sorted[0], sorted[sorted.length - 1]];
  const end = (step) => Math.round((least + ((most - least) * (step + 1)) / count) / unit) * unit;
  const inner = Array.from({ length: count - 1 }, (_, step) => Number(end(step).toFixed(6)));
  return [...new Set([...inner, most])];
}

const METHODS = { naturelles: findNaturalBreaks, quantiles: findQuantiles, egales: findEqualSteps };
export const METHOD_NAMES = Object.keys(METHODS);

/** Return the highest value of each of at most `most` classes, from the lowest up; `unit`: what values are rounded to.
 * @param {number[]} values
 * @param {string} method
 */
export function findBounds(values, method, most = 5, unit = 0.01) {
  const sorted = sortUp(values);
  const count = Math.min(most, new Set(sorted).size);
  if (!count) return [];
  return (METHODS[method] ?? findQuantiles)(sorted, count, unit);
}

const ROUND = [1000, 500, 100, 50, 20, 10, 5, 2, 1];
const tidy = (value) => Number(value.toFixed(6));

/** Return the roundest number above one value, up to another: near the middle of both. */
function findRound(above, upTo, unit) {
  for (const size of ROUND) {
    const step = size * unit;
    const [first, last] = [Math.floor(above / step + 1 + 1e-9), Math.floor(upTo / step + 1e-9)];
    if (first > last) continue;
    const middle = Math.round((above + upTo) / 2 / step);
    return tidy(Math.min(Math.max(middle, first), last) * step);
  }
  return upTo;
}

/** Move the bounds of classes to where round numbers begin, so that each class begins where the one before it ends. No
 * value changes its class. `findUnit(value)`: what values are rounded to.
 * @param {number[]} values
 * @param {number[]} bounds
 * @param {(value: number) => number} findUnit */
export function roundBounds(values, bounds, findUnit) {
  return bounds.map((bound, step) => {
    if (step === bounds.length - 1) return bound;
    const next = Math.min(...values.filter((value) => value > bound));
    const start = findRound(bound, next, findUnit(next));
    return Math.max(bound, tidy(start - findUnit(start - 1e-9)));
  });
}

/** Return where on a ramp of `colours` each of `count` classes lies: few are spread over it, many lie between. */
export const spreadClasses = (count, colours) =>
  Array.from({ length: count }, (_, step) => (count > 1 ? (step * (colours - 1)) / (count - 1) : (colours - 1) / 2));

const WIDE = 4; // times as wide as the other classes mostly are: its areas differ more than colours say

/** Return the class that is much wider than the others, or -1: {from, to} each. */
export function findWideClass(classes) {
  const widths = classes.map(({ from, to }) => to - from);
  const widest = widths.indexOf(Math.max(...widths));
  const others = sortUp(widths.filter((_, place) => place !== widest));
  return others.length && widths[widest] > WIDE * Math.max(others[others.length >> 1], 1e-9) ? widest : -1;
}

/** Return the class of a value, from 0. */
export const findClass = (value, bounds) => bounds.findIndex((bound) => value <= bound);
