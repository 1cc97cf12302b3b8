/** The layers of the map that show complaints, by their numbers and at the localities where they were made. */

import { BOLD } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";
import { grouped } from "./layers-points.js";

/** Return the number of a bubble, where it is at least so high: smaller bubbles have no room for it. */
const write = (least) => ["case", [">=", ["get", "nombre"], least], ["to-string", ["get", "nombre"]], ""];

// Of 1, 4, 20, 60 and 400 complaints: parts of the image by the root of their number.
const SMALL = [1, 0.28, 2, 0.36, 4.5, 0.5, 7.7, 0.62, 20, 0.75];
const LARGE = [1, 0.34, 1.9, 0.4, 2, 0.56, 4.5, 0.68, 7.7, 0.8, 20, 1]; // from 4 on with room for a number
const TINY = [1, 0.14, 2, 0.2, 4.5, 0.32, 7.7, 0.55, 20, 0.95]; // among many layers
const AMONG_NAMES = 9.2; // up to this zoom names lie over complaints

const LETTERS = 12; // pixels
// Pixels of the image: its tail points to the place.
const TAIL = [-10, 4];
const MIDDLE = [10, -18.9]; // of what is written in it, from the end of the tail
const ASIDE = [15, -18]; // to the edge of a circle of households, whose number is read beside it
const shift = (place, isAside) => place.map((pixels, axis) => pixels + (isAside ? ASIDE[axis] : 0));

const interpolate = (by, pairs) => ["interpolate", ["linear"], by, ...pairs];
const byNumber = (sizes, make) =>
  interpolate(
    ["sqrt", ["get", "nombre"]],
    sizes.map((value, place) => (place % 2 ? make(value) : value)),
  );
const makeSize = (sizes) => byNumber(sizes, (size) => size);
const makeOffset = (isAside) => (sizes) =>
  byNumber(sizes, (size) => ["literal", shift(MIDDLE, isAside).map((pixels) => (pixels * size) / LETTERS)]);

/** Return an expression of sizes that change with the zoom, from afar. */
function makeFar(isCrowded, make) {
  const stops = isCrowded ? [6, TINY, 8, TINY, 9, LARGE] : [6, SMALL, 8.5, LARGE];
  return interpolate(
    ["zoom"],
    stops.map((value) => (Array.isArray(value) ? make(value) : value)),
  );
}

/** Bubbles of speech, as large as their number: no circle of households looks like them, from however far. */
const makeBubbles = (id, zooms, size, isAside) =>
  makeLayer(id, "symbol", "plaintes", {
    ...zooms,
    filter: grouped,
    layout: {
      "icon-image": "plaintes-groupe",
      "icon-size": size,
      "icon-anchor": "bottom-left",
      "icon-offset": shift(TAIL, isAside),
      "icon-overlap": "always",
      "icon-ignore-placement": isAside, // its image is wider than it looks, and no circle goes without its number
      "icon-padding": 0,
      "symbol-sort-key": ["get", "nombre"], // it lies over those of fewer
    },
  });

/** The numbers in the bubbles: of those that lie on one another the largest has its own; two would be read as one. */
const makeNumbers = (id, zooms, text, offset) =>
  makeLayer(id, "symbol", "plaintes", {
    ...zooms,
    filter: grouped,
    layout: {
      "symbol-sort-key": ["-", 0, ["get", "nombre"]],
      "text-field": text,
      "text-font": BOLD,
      "text-size": LETTERS,
      "text-offset": offset,
      "text-padding": 1,
    },
    paint: { "text-color": "#ffffff" },
  });

/** Complaints from afar: below the names of regions. `isCrowded`: among many layers; `isAside`: beside the circles of
 * households. */
export const makeFarComplaints = (isCrowded, isAside) => [
  makeBubbles("plaintes-groupes", { maxzoom: AMONG_NAMES }, makeFar(isCrowded, makeSize), isAside),
];

/** Complaints near by: over the numbers of households, at last with the sign of each locality where they were made; and
 * the numbers of all, which are placed first. */
export function makeComplaints(isCrowded, isAside) {
  const [far, middle] = isCrowded ? [60, 60] : [20, 4];
  const texts = ["step", ["zoom"], write(far), 8, write(middle), 8.8, write(4)];
  const offset = makeOffset(isAside);
  return [
    makeBubbles("plaintes-groupes-pres", { minzoom: AMONG_NAMES }, makeSize(LARGE), isAside),
    // All complaints of a locality lie on its point: one symbol is drawn, and its card lists them.
    makeLayer("plaintes", "symbol", "plaintes", {
      filter: ["!", grouped],
      layout: { "icon-image": "plaintes", "icon-padding": 0, "icon-overlap": "always" },
    }),
    makeNumbers("plaintes-nombres-loin", { maxzoom: AMONG_NAMES }, texts, makeFar(isCrowded, offset)),
    makeNumbers("plaintes-nombres", { minzoom: AMONG_NAMES }, write(4), offset(LARGE)),
  ];
}
