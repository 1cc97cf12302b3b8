/** The layers of the map that show villages: their points, and their names beside what is drawn there. */

import { PLAIN } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";

/** The points of villages, below all that is counted in them. */
export const makeVillages = (ink) => [
  makeLayer("villages-points", "circle", "localites", {
    minzoom: 9.5,
    paint: {
      "circle-color": ink.village,
      "circle-radius": 2.2,
      "circle-stroke-width": 1,
      "circle-stroke-color": ink.halo,
    },
  }),
];

const FAR = 14; // zoom: from here on each village is named, also over the points of its households
const DISTANCES = [0.5, 1.5, 2.5]; // ems, the nearest first
const SIDES = {
  top: [0, 1],
  bottom: [0, -1],
  left: [1, 0],
  right: [-1, 0],
};

/** List where a name may stand beside its village, for the map's style. */
const listPlaces = () =>
  DISTANCES.flatMap((far) => Object.entries(SIDES).flatMap(([anchor, [x, y]]) => [anchor, [x * far, y * far]]));

/** The names of villages, over the households, beside one another and beside the circles: one without room is left
 * out until the map is nearer. */
export const makeVillageNames = (ink) => [
  makeLayer("villages", "symbol", "localites", {
    minzoom: 10,
    layout: {
      "text-field": ["get", "nom"],
      "text-font": PLAIN,
      "text-size": 12,
      "text-variable-anchor-offset": ["literal", listPlaces()],
      "text-justify": "auto",
      "text-max-width": 8,
      "text-overlap": ["step", ["zoom"], "never", FAR, "cooperative"],
    },
    paint: { "text-color": ink.village, "text-halo-color": ink.halo, "text-halo-width": 1.6 },
  }),
];
