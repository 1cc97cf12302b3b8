/** How the households of a group divide into the categories of poverty: a ring around its number, or a whole disc where
 * it is too small for one. */

import { colours, POVERTY } from "./palette.js";

const PARTS = 10; // of a ring: more of them are more images, and the map waits for each
const SIDE = 64; // pixels of the map
const RATIO = 2;
const INNER = 0.72; // of the radius: within lies the number
const EDGE = 1.5; // pixels
/** The names of the images of both. */
export const [RING, DISC] = ["anneau", "disque"];

/** Pixels of the map from the middle of a ring's image to its edge. */
export const RING_RADIUS = SIDE / 2 - EDGE;

/** Make the name of a group's image: how far each category comes round, the worst first; what is left has none. */
export function makeShareName(form, ink) {
  const count = (step) => ["coalesce", ["get", step.code], 0];
  const share = (place) => ["/", ["+", 0, ...POVERTY.slice(0, place + 1).map(count)], ["get", "nombre"]];
  const ends = POVERTY.map((_, place) => ["to-string", ["round", ["*", PARTS, share(place)]]]);
  return ["concat", `${form}${ink.images}`, ...ends.flatMap((end) => [":", end])];
}

/** Fill a part of a disc, from one part of PARTS to another, clockwise from the top. */
function fillSector(pen, colour, radius, from = 0, to = PARTS) {
  const turn = (part) => (part / PARTS - 0.25) * 2 * Math.PI;
  pen.fillStyle = colour;
  pen.beginPath();
  if (to - from < PARTS) pen.moveTo(SIDE / 2, SIDE / 2);
  pen.arc(SIDE / 2, SIDE / 2, radius, turn(from), turn(to));
  pen.fill();
}

function drawShares(form, ink, ends) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIDE * RATIO;
  // Drawn in memory: nothing is fetched back from the graphics card.
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.scale(RATIO, RATIO);
  fillSector(pen, ink.ring, SIDE / 2);
  fillSector(pen, ink.unknown, RING_RADIUS);
  const graded = ends[ends.length - 1];
  if (graded < PARTS) fillSector(pen, ink.hollow, RING_RADIUS - EDGE, graded);
  POVERTY.forEach(({ colour }, place) => {
    const from = ends[place - 1] ?? 0;
    if (ends[place] > from) fillSector(pen, colour, RING_RADIUS, from, ends[place]);
  });
  if (form === RING) fillSector(pen, ink.hollow, RING_RADIUS * INNER);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** Read the name of an image: {form, isDark, ends}; null of another than these. */
function readShareName(id) {
  const [name, ...ends] = id.split(":");
  const form = [RING, DISC].find((start) => name.startsWith(start));
  return form ? { form, isDark: name === form + colours(true).images, ends: ends.map(Number) } : null;
}

/** Draw the rings and discs of a map as its tiles name them. */
export function drawCategories(map) {
  map.setMissingStyleImageResolver((id) => {
    const shares = readShareName(id);
    if (!shares || map.hasImage(id)) return;
    const { form, isDark, ends } = shares;
    map.addImage(id, drawShares(form, colours(isDark), ends), { pixelRatio: RATIO });
  });
}

/** Draw those of the dark map anew, at once: on the ground of paper, or again on their own. */
export function redrawCategories(map, isOnPaper) {
  for (const id of map.listImages()) {
    const shares = readShareName(id);
    if (shares?.isDark) map.updateImage(id, drawShares(shares.form, colours(!isOnPaper), shares.ends));
  }
}
