/** How large a group of households is drawn: one table for the map and for its legend. */

/** Roots of the numbers of households for which radii are given; between them and beyond the map interpolates. */
export const ROOTS = [1, 15, 60];
/** Radii in pixels by zoom. */
export const SIZES = /** @type {[number, number[]][]} */ ([
  [6, [2, 7, 18]],
  [9, [4, 14, 30]],
  [12, [7, 18, 34]],
]);
/** The least number of households that has room in its circle, of at most two digits and of more: at first, then from
 * each zoom on. */
export const NUMBERED = {
  short: [100, 8, 78, 9, 44, 10, 25, 11, 2],
  long: [2500, 7, 515, 8, 216, 9, 132, 10, 100],
};

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
