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
export const SMALLEST = 2; // one household is no group
const MOST_SIZES = 3;
const SPREAD = 5; // how many times as many the next larger circle of a legend stands for, at least

/** Round a number of at least one down to one that is read at once. */
function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return Math.max(...[1, 2, 5].map((step) => step * power).filter((round) => round <= value));
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

const APART = 4; // pixels: circles of a legend whose radii differ by less cannot be told from one another

/** List the numbers that a legend of sizes shows at a zoom, from about the largest that is drawn down. */
export function listSizes(largest, zoom) {
  const sizes = [];
  let size = largest < 10 ? largest : roundDown(largest); // few are told as they are
  while (size >= SMALLEST && sizes.length < MOST_SIZES) {
    const above = sizes[sizes.length - 1];
    if (!above || findRadius(zoom, above) - findRadius(zoom, size) >= APART) sizes.push(size);
    size = roundDown(size / SPREAD);
  }
  return sizes;
}

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

/** Return the number of households below which no circle has room for its number at a zoom. */
function findRoom(zoom) {
  const whole = Math.min(Math.max(Math.floor(zoom), ZOOMS[0]), ZOOMS[ZOOMS.length - 1]);
  const short = findShort(whole);
  return short < MOST_SHORT ? short : findLong(whole);
}

const PART = 2; // of the largest circle's households: the least of a circle with a number, where none has room for it

/** Return the number from which on circles have theirs, over their edges too, where the largest in sight has no room
 * for it; null, where it has. */
export function findNumbered(zoom, largest) {
  if (largest < SMALLEST || largest >= findRoom(zoom)) return null;
  const least = largest / PART;
  return least < SMALLEST ? SMALLEST : roundDown(least);
}

/** Return the number of households below which no circle has its number at a zoom, beside the largest in sight. */
export const findUnnumbered = (zoom, largest) => findNumbered(zoom, largest) ?? findRoom(zoom);
