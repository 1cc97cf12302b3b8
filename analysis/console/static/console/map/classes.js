/** Classes of values for a map: bounds by quantiles, natural breaks (Fisher and Jenks) or equal intervals. */

const sortUp = (values) => [...values].sort((one, other) => one - other);

/** Return the highest value of each class, so that each has about as many values. */
function findQuantiles(sorted, count) {
  const bounds = Array.from(
    { length: count },
    (_, step) => sorted[Math.ceil((sorted.length * (step + 1)) / count) - 1],
  );
  return [...new Set(bounds)];
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
