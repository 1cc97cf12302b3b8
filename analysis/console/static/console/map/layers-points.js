/** The layers of the map that show points: households, single or in groups, and services. */

import { BOLD, makeLayer, PLAIN } from "./layers-ground.js";
import { COMPLAINTS, POVERTY, SERVICES } from "./palette.js";
import { NUMBERED, ROOTS, SIZES } from "./sizes.js";
import { EMPTY_SIZE } from "./symbols.js";

const score = ["get", "scorePmtMoyen"];
const isScored = ["==", ["typeof", score], "number"];
const grouped = ["has", "nombre"];
const isGraded = ["in", ["get", "categoriePauvrete"], ["literal", POVERTY.map((step) => step.code)]];

const hasRoom = (kind) => [">=", ["get", "nombre"], ["step", ["zoom"], ...NUMBERED[kind]]];

/** Return the colour of a group. A mean lies between the categories: each category's colour at the middle of its range,
 * and steps between. */
function makeGroupColour(ink) {
  const stops = [15, 36, 58, 80].flatMap((middle, step) => [middle, POVERTY[step].colour]);
  return ["case", isScored, ["interpolate", ["linear"], ["coalesce", score, 0], ...stops], ink.hollow];
}

/** Return the colour of a number on its circle: the one that is read on the circle's colour. */
function makeNumberColour(ink, dark) {
  const isDeep = ["<", ["coalesce", score, 100], dark ? 25 : 40];
  return ["case", ["!", isScored], ink.name, isDeep, "#ffffff", "#2a1508"];
}

/** Make the radius of groups from the same table as the legend; `unit` is how many pixels count as one. */
function makeGroupSize(unit = 1) {
  const root = ["sqrt", ["get", "nombre"]];
  const stops = SIZES.flatMap(([zoom, radii]) => [
    zoom,
    ["interpolate", ["linear"], root, ...ROOTS.flatMap((value, place) => [value, radii[place] / unit])],
  ]);
  return ["interpolate", ["linear"], ["zoom"], ...stops];
}

export function makeHouseholds(ink) {
  const pairs = POVERTY.flatMap((step) => [step.code, step.colour]);
  return [
    makeLayer("groupes", "circle", "menages", {
      filter: grouped,
      layout: { "circle-sort-key": ["-", 0, ["get", "nombre"]] },
      paint: {
        "circle-color": makeGroupColour(ink),
        "circle-stroke-color": ["case", isScored, ink.ring, ink.unknown],
        "circle-stroke-width": ["case", isScored, 1, 2.5],
        "circle-radius": makeGroupSize(),
      },
    }),
    makeLayer("points", "circle", "menages", {
      filter: ["!", grouped],
      paint: {
        "circle-color": ["match", ["get", "categoriePauvrete"], ...pairs, ink.hollow],
        "circle-stroke-color": ["case", isGraded, ink.edge, ink.unknown],
        "circle-stroke-width": ["case", isGraded, 1, 2.5],
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 13, 4, 17, 8],
      },
    }),
  ];
}

// Households: a circle of as many is large enough to be kept free of names; fewer suffice where the map is near.
const MANY = ["step", ["zoom"], 100, 8, 40];

/** Keep names beside large circles: nothing is drawn, but the room is taken before the names are placed. */
export function makeRoom() {
  return makeLayer("cercles", "symbol", "menages", {
    filter: ["all", grouped, [">=", ["get", "nombre"], MANY]],
    layout: {
      "icon-image": "vide",
      "icon-size": makeGroupSize(EMPTY_SIZE / 2),
      "icon-overlap": "always",
      "icon-padding": 0,
    },
  });
}

/** The numbers of households in their circles: placed before the names, which give way. */
export function makeNumbers(ink, dark) {
  return [
    makeLayer("nombres", "symbol", "menages", {
      filter: ["all", grouped, ["case", ["<", ["get", "nombre"], 100], hasRoom("short"), hasRoom("long")]],
      layout: {
        "symbol-sort-key": ["-", 0, ["get", "nombre"]],
        "text-field": ["number-format", ["get", "nombre"], { locale: "fr", "max-fraction-digits": 0 }],
        "text-font": BOLD,
        "text-size": 11,
        "text-padding": 0,
      },
      paint: { "text-color": makeNumberColour(ink, dark) },
    }),
  ];
}

/** Complaints: in circles by their number, near by as symbols of the localities where they were made. */
export function makeComplaints(ink) {
  const size = ["sqrt", ["get", "nombre"]];
  return [
    makeLayer("plaintes-groupes", "circle", "plaintes", {
      filter: grouped,
      paint: {
        "circle-color": COMPLAINTS,
        "circle-opacity": 0.85,
        "circle-stroke-color": ink.ring,
        "circle-stroke-width": 1.5,
        "circle-radius": ["interpolate", ["linear"], size, 1, 4, 4, 8, 20, 14, 60, 20],
      },
    }),
    makeLayer("plaintes-nombres", "symbol", "plaintes", {
      filter: ["all", grouped, [">", ["get", "nombre"], 3]],
      layout: {
        "text-field": ["number-format", ["get", "nombre"], { locale: "fr", "max-fraction-digits": 0 }],
        "text-font": BOLD,
        "text-size": 12,
        "text-padding": 0,
      },
      paint: { "text-color": "#ffffff" },
    }),
    // All complaints of a locality lie on its point: one symbol is drawn, and its card lists them.
    makeLayer("plaintes", "symbol", "plaintes", {
      filter: ["!", grouped],
      layout: { "icon-image": "plaintes", "icon-padding": 0, "icon-overlap": "always" },
    }),
  ];
}

const SHAPES_SEEN = 6.5; // from this zoom on the shape of a service is seen; before, its colour
const SIGNS_READ = 11; // from here on its sign is read, too

/** A service: each is drawn at every zoom, whatever lies over it. */
export function makeService(ink, layer) {
  return [
    makeLayer(`${layer}-tres-loin`, "circle", layer, {
      maxzoom: SHAPES_SEEN,
      paint: {
        "circle-color": SERVICES[layer],
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 5, 1.4, SHAPES_SEEN, 3],
        "circle-stroke-color": ink.ring,
        "circle-stroke-width": 0.6,
      },
    }),
    makeLayer(`${layer}-loin`, "symbol", layer, {
      minzoom: SHAPES_SEEN,
      maxzoom: SIGNS_READ,
      layout: {
        "icon-image": `${layer}-petit`,
        "icon-overlap": "always",
        "icon-padding": 0,
        "icon-size": ["interpolate", ["linear"], ["zoom"], SHAPES_SEEN, 0.5, SIGNS_READ, 1],
      },
    }),
    makeLayer(layer, "symbol", layer, {
      minzoom: SIGNS_READ,
      layout: {
        "icon-image": layer,
        "icon-overlap": "always",
        "icon-padding": 0,
        "icon-size": ["interpolate", ["linear"], ["zoom"], SIGNS_READ, 0.77, 14, 1],
        "text-field": ["step", ["zoom"], "", 13, ["get", "nom"]],
        "text-font": PLAIN,
        "text-size": 12,
        "text-offset": [0, 1.2],
        "text-anchor": "top",
        "text-optional": true,
        "text-max-width": 9,
      },
      paint: { "text-color": ink.name, "text-halo-color": ink.halo, "text-halo-width": 1.5 },
    }),
  ];
}
