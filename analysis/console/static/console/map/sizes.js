/** How large a group of households is drawn: one table for the map and for its legend. */

/** Roots of the numbers of households for which radii are given; between them and beyond the map interpolates. */
export const ROOTS = [1, 15, 60];
/** Radii in pixels by zoom. */
export const SIZES = /** @type {[number, number[]][]} */ ([
  [6, [2, 7, 18]],
  [7, [3, 11, 23]],
  [9, [4, 15, 32]],
  [12, [7, 19, 36]],
]);
const SMALLEST = 2; // one household is no group
const MOST_SIZES = 3;
const SPREAD = 5; // how many times as many the next larger circle of a legend stands for, at least

/** Round a number of at least one down to one that is read at once. */
function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.max(...[1, 2, 5].map((step) => step * power).filter((round) => round <= value));
}

/** List the numbers that a legend of sizes shows, from about the largest that is drawn down. */
export function listSizes(largest) {
  const sizes = [];
  let size = largest < 10 ? largest : roundDown(largest); // few are told as they are
  while (size >= SMALLEST && sizes.length < MOST_SIZES) {
    sizes.push(size);
    size = roundDown(size / SPREAD);
  }
  return sizes;
}

/** Return what lies between `values` at `place`, as much as `place` lies between `stops`. */
function interpolate(place, stops, values) {
  if (place <= stops[0]) return values[0];
  const next = stops.findIndex((stop) => place <= stop);
  if (next < 0) return values[values.length - 1];
  const part = (place - stops[next - 1]) / (stops[next] - stops[next - 1]);
  return values[next - 1] + part * (values[next] - values[next - 1]);
}

/** Return the radius in pixels of a group of `count` households at a zoom. */
export const findRadius = (zoom, count) =>
  interpolate(
    zoom,
    SIZES.map(([stop]) => stop),
    SIZES.map(([, radii]) => interpolate(Math.sqrt(count), ROOTS, radii)),
  );

const DIGIT = 6.6; // pixels: a digit as it is written in a circle
const ZOOMS = [6, 7, 8, 9, 10, 11, 12]; // tiles are filtered at whole zooms
const MOST_SHORT = 100; // of fewer households a number has at most two digits
const GAP = 1.3; // no circle has a number beside much larger ones that have none

/** Return the least number of households whose circle holds so many digits at a zoom. */
function findLeast(zoom, digits) {
  const room = (digits * DIGIT) / 2;
  let count = SMALLEST;
  while (findRadius(zoom, count) < room) count += 1;
  return count;
}

const findLong = (zoom) => findLeast(zoom, 3);
const findShort = (zoom) => (findLong(zoom) > GAP * MOST_SHORT ? MOST_SHORT : findLeast(zoom, 2));
const listLeast = (first, find) => [first, ...ZOOMS.flatMap((zoom) => [zoom, find(zoom)])];
/** The least number of households that has room in its circle, of at most two digits and of more: at first, then from
 * each zoom on. */
export const NUMBERED = { short: listLeast(MOST_SHORT, findShort), long: listLeast(2500, findLong) };

/** Return the number of households below which no circle has its number at a zoom. */
export function findUnnumbered(zoom) {
  const whole = Math.min(Math.max(Math.floor(zoom), ZOOMS[0]), ZOOMS[ZOOMS.length - 1]);
  const short = findShort(whole);
  return short < MOST_SHORT ? short : findLong(whole);
}
