/** How large a group of households is drawn: one table for the map and for its legend. */

/** Roots of the numbers of households for which radii are given; between them and beyond the map interpolates. */
export const ROOTS = [1, 15, 60];
/** Radii in pixels by zoom; the tiles leave about as much room (geo/layers/tiles/rules.py). */
export const SIZES = /** @type {[number, number[]][]} */ ([
  [5, [3, 7.5, 14]],
  [6, [5, 9.8, 18]],
  [7, [7.3, 13, 26]],
  [9, [7.4, 16.5, 32]],
  [12, [7.8, 19, 36]],
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

/** Return the radius in pixels of a group of `count` households at a zoom; `share`: see size-share.js. */
export const findRadius = (zoom, count, share = 1) =>
  interpolate(
    zoom,
    SIZES.map(([stop]) => stop),
    SIZES.map(([, radii]) => interpolate(Math.sqrt(count / share), ROOTS, radii)),
  );

const APART = 4; // pixels: circles of a legend whose radii differ by less cannot be told from one another

/** List the numbers that a legend of sizes shows at a zoom, from about the largest that is drawn down. */
export function listSizes(largest, zoom, share = 1) {
  const sizes = [];
  let size = largest < 10 ? largest : roundDown(largest); // few are told as they are
  while (size >= SMALLEST && sizes.length < MOST_SIZES) {
    const above = sizes[sizes.length - 1];
    if (!above || findRadius(zoom, above, share) - findRadius(zoom, size, share) >= APART) sizes.push(size);
    size = roundDown(size / SPREAD);
  }
  return sizes;
}

/** Pixels of what is written in circles: from afar, then from a zoom on. */
export const LETTERS = [9, 7, 11];
/** Return how wide a digit is at a zoom, in pixels. */
const findDigit = (zoom) => 0.66 * (zoom < LETTERS[1] ? LETTERS[0] : LETTERS[2]);
const LEAST_ROOM = 6; // pixels: the radius of a circle that a digit does not fill
const ZOOMS = [5, 6, 7, 8, 9, 10, 11, 12]; // tiles are filtered at whole zooms
const LENGTHS = [1, 2, 3]; // digits; longer numbers stand on large circles
const GAP = 1.4; // no circle has a number beside much larger ones that have none

// What a number is rounded up to that people read as a limit: these, and ten or a hundred times as many.
const LIMITS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * (LIMITS.find((limit) => limit * power >= value && Number.isInteger(limit * power)) ?? 10);
}

/** Return the least number of households whose circle holds so many digits at a zoom, rounded up. */
function findLeast(zoom, digits, share) {
  const room = Math.max((digits * findDigit(zoom)) / 2, LEAST_ROOM);
  let count = SMALLEST;
  while (findRadius(zoom, count, share) < room) count += 1;
  return roundUp(count);
}

/** Return from which number of households on circles have their number at a zoom, for each length of numbers: those
 * of a length have none where longer ones have to go without. */
function listLeast(zoom, share) {
  const least = [];
  for (const digits of [...LENGTHS].reverse()) {
    const beyond = 10 ** digits;
    const isHeldBack = least.length > 0 && least[0] > GAP * beyond;
    least.unshift(isHeldBack ? beyond : findLeast(zoom, digits, share));
  }
  return least;
}

/** Return the step expression's parts, zooms and least numbers, for each length of numbers. */
export function listNumbered(share) {
  const byZoom = ZOOMS.map((zoom) => listLeast(zoom, share));
  return LENGTHS.map((_, place) => [byZoom[0][place], ...ZOOMS.flatMap((zoom, at) => [zoom, byZoom[at][place]])]);
}

/** Return the number of households below which no circle has its number at a zoom. */
export function findUnnumbered(zoom, share) {
  const whole = Math.min(Math.max(Math.floor(zoom), ZOOMS[0]), ZOOMS[ZOOMS.length - 1]);
  const least = listLeast(whole, share);
  const place = least.findIndex((count, at) => count < 10 ** LENGTHS[at]);
  return least[place < 0 ? least.length - 1 : place];
}
