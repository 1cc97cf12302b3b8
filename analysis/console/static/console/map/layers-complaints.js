/** The layers of the map that show complaints, by their numbers and at the localities where they were made. */

import { BOLD } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";
import { grouped } from "./layers-points.js";

// Pixels: from afar complaints lie beside the households of their locality, which would be hidden else.
const ASIDE = ["interpolate", ["linear"], ["zoom"], 6, ["literal", [4, -4]], 10, ["literal", [9, -9]]];

/** Return the number of a bubble, where it is at least so high: smaller bubbles have no room for it. */
const write = (least) => ["case", [">=", ["get", "nombre"], least], ["to-string", ["get", "nombre"]], ""];

/** Bubbles of speech, as large as their number: no circle of households looks like them, from however far. `sizes`:
 * parts of the image; `text`: what is written in them. */
function makeBubbles(id, zooms, sizes, text) {
  return makeLayer(id, "symbol", "plaintes", {
    ...zooms,
    filter: grouped,
    layout: {
      "icon-image": "plaintes-groupe",
      "icon-size": sizes,
      "icon-overlap": "always",
      "icon-padding": 0,
      // The number is that of its bubble: both lie over those of fewer.
      "symbol-sort-key": ["get", "nombre"],
      "text-field": text,
      "text-font": BOLD,
      "text-size": 12,
      "text-offset": [0, -0.15],
      "text-overlap": "always",
      "text-padding": 0,
    },
    paint: { "text-color": "#ffffff", "icon-translate": ASIDE, "text-translate": ASIDE },
  });
}

const makeBubbleSize = (...sizes) => ["interpolate", ["linear"], ["sqrt", ["get", "nombre"]], ...sizes];
// Of 1, 4, 20, 60 and 400 complaints.
const SMALL = makeBubbleSize(1, 0.28, 2, 0.38, 4.5, 0.6, 7.7, 0.8, 20, 1);
const LARGE = makeBubbleSize(1, 0.45, 2, 0.6, 4.5, 0.8, 7.7, 1, 20, 1.2);
const TINY = makeBubbleSize(1, 0.14, 2, 0.2, 4.5, 0.32, 7.7, 0.5, 20, 0.8); // among many layers
const AMONG_NAMES = 9.2; // up to this zoom the names of regions lie over complaints

/** Complaints from afar: below the names of regions. */
export const makeFarComplaints = (isCrowded = false) => [
  makeBubbles(
    "plaintes-groupes",
    { maxzoom: AMONG_NAMES },
    [
      "interpolate",
      ["linear"],
      ["zoom"],
      6,
      isCrowded ? TINY : SMALL,
      ...(isCrowded ? [8, TINY, 9, LARGE] : [8.5, LARGE]),
    ],
    ["step", ["zoom"], write(isCrowded ? 60 : 20), 8, write(isCrowded ? 60 : 4), 8.8, write(4)],
  ),
];

/** Complaints near by: over the numbers of households, at last with the sign of each locality where they were made. */
export const makeComplaints = () => [
  makeBubbles("plaintes-groupes-pres", { minzoom: AMONG_NAMES }, LARGE, write(4)),
  // All complaints of a locality lie on its point: one symbol is drawn, and its card lists them.
  makeLayer("plaintes", "symbol", "plaintes", {
    filter: ["!", grouped],
    layout: { "icon-image": "plaintes", "icon-padding": 0, "icon-overlap": "always" },
  }),
];
