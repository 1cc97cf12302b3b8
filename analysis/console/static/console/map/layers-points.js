/** The layers of the map that show points: households, single or in groups, and services. */

import { BOLD, PLAIN } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";
import { POVERTY } from "./palette.js";
import { LETTERS, listNumbered, ROOTS, SIZES } from "./sizes.js";
import { EMPTY_SIZE } from "./symbols.js";

const score = ["get", "scorePmtMoyen"];
const isScored = ["==", ["typeof", score], "number"];
/** Whether a point stands for several: for the number that it has. */
export const grouped = ["has", "nombre"];
const isGraded = ["in", ["get", "categoriePauvrete"], ["literal", POVERTY.map((step) => step.code)]];

/** Return the colour of a group, or the edge of its number. A mean lies between the categories: each category's colour
 * at the middle of its range, and steps between. */
function makeGroupColour(ink, part = "colour") {
  const stops = [15, 36, 58, 80].flatMap((middle, step) => [middle, POVERTY[step][part]]);
  return ["case", isScored, ["interpolate", ["linear"], ["coalesce", score, 0], ...stops], ink.hollow];
}

const LIGHT = 58; // mean score: from here on a circle is too light for a white number, whatever surrounds it

/** Return the colours of a number and of what surrounds it. Nearly all are white, and in a dark edge: two that changed
 * from one brown to the next would read as a meaning. */
function makeNumberColours(ink) {
  const isLight = [">=", ["coalesce", score, 0], LIGHT];
  return {
    "text-color": ["case", ["!", isScored], ink.name, isLight, "#2a1508", "#ffffff"],
    "text-halo-color": ["case", isLight, makeGroupColour(ink), makeGroupColour(ink, "edge")],
  };
}

/** Make the radius of groups from the same table as the legend; `unit` is how many pixels count as one. */
function makeGroupSize(share, unit = 1) {
  const root = ["sqrt", ["/", ["get", "nombre"], share]];
  const stops = SIZES.flatMap(([zoom, radii]) => [
    zoom,
    ["interpolate", ["linear"], root, ...ROOTS.flatMap((value, place) => [value, radii[place] / unit])],
  ]);
  return ["interpolate", ["linear"], ["zoom"], ...stops];
}

/** Make the paint of single households; `sizes`: zooms and radii. */
function makePointPaint(ink, sizes) {
  const pairs = POVERTY.flatMap((step) => [step.code, step.colour]);
  return {
    "circle-color": ["match", ["get", "categoriePauvrete"], ...pairs, ink.hollow],
    "circle-stroke-color": ["case", isGraded, ink.edge, ink.unknown],
    "circle-stroke-width": ["case", isGraded, 1, 2.5],
    "circle-radius": ["interpolate", ["linear"], ["zoom"], ...sizes],
  };
}

/** The households that the device keeps: single ones at every zoom. */
export const makeHeldHouseholds = (ink) => [
  { id: "terrain", type: "circle", source: "terrain", paint: makePointPaint(ink, [8, 3, 12, 5, 17, 9]) },
];

/** Make the circles and points of the households; `share`: see size-share.js. */
export function makeHouseholds(ink, share) {
  return [
    makeLayer("groupes", "circle", "menages", {
      filter: grouped,
      // The smaller lies over the larger, as on a paper map: none is hidden whole, and numbers lie over them all.
      layout: { "circle-sort-key": ["-", 0, ["get", "nombre"]] },
      paint: {
        "circle-color": makeGroupColour(ink),
        "circle-stroke-color": ["case", isScored, ink.ring, ink.unknown],
        "circle-stroke-width": ["case", isScored, 1, 2.5],
        "circle-radius": makeGroupSize(share),
      },
    }),
    makeLayer("points", "circle", "menages", {
      filter: ["!", grouped],
      paint: makePointPaint(ink, [13, 4, 17, 8]),
    }),
  ];
}

// Households: no name stands over a circle of as many; fewer suffice where the map is near. From afar a circle of some
// is smaller than a name, and regions are full of them.
const listMany = (share) => ["step", ["zoom"], 500 * share, 7, 200 * share, 8, 60 * share];

const makeIsLarge = (share) => [">=", ["get", "nombre"], listMany(share)];

const TIGHT = 0.9; // a name may touch the edge of a circle

const makeCircleRoom = (id, share, which, overlap) =>
  makeLayer(id, "symbol", "menages", {
    filter: ["all", grouped, which],
    layout: {
      "icon-image": "vide",
      "icon-size": makeGroupSize(share, EMPTY_SIZE / 2 / TIGHT),
      "icon-overlap": overlap,
      "icon-padding": 0,
    },
  });

/** Keep names beside large circles: nothing is drawn, but the room is taken before the names are placed. */
export const makeLargeRoom = (share) => [makeCircleRoom("cercles", share, makeIsLarge(share), "never")];

/** Keep the names of secteurs and villages beside small circles and single households, too. Those of regions may stand
 * over these: a region that is full of them keeps its name. */
export const makeSmallRoom = (share) => [
  makeLayer("places-points", "symbol", "menages", {
    minzoom: 10,
    filter: ["!", grouped],
    layout: {
      "icon-image": "vide",
      "icon-size": ["interpolate", ["linear"], ["zoom"], 13, 8 / EMPTY_SIZE, 17, 16 / EMPTY_SIZE],
      "icon-overlap": "always",
      "icon-padding": 0,
    },
  }),
  makeCircleRoom("petits-cercles", share, ["!", makeIsLarge(share)], "always"),
];

/** The numbers in small circles: placed after the names of regions, of which none is lost to them. */
export const makeSmallNumbers = (ink, share, minzoom = 0) =>
  makeNumbers("petits-nombres", ink, share, { minzoom, which: ["!", makeIsLarge(share)] });

/** The numbers in large circles: placed before the names, which give way. */
export const makeLargeNumbers = (ink, share, minzoom = 0) =>
  makeNumbers("nombres", ink, share, { minzoom, which: makeIsLarge(share) });

const ASIDE = 0.6; // ems: within the circle still, where it is one of many
const WIDE = 60; // households
const CENTRE = ["center", [0, 0]];
const PLACES = [
  CENTRE,
  ...[
    [0, -1],
    [0, 1],
    [-1, 0],
    [1, 0],
  ].map((way) => ["center", way.map((one) => one * ASIDE)]),
].flat();

/** Where a number may stand on its circle: aside, when the middle is taken by that of a neighbour. */
const makePlaces = (share) => [
  "case",
  [">=", ["get", "nombre"], WIDE * share],
  ["literal", PLACES],
  ["literal", CENTRE],
];

/** The numbers of households in the circles that hold them, from a zoom on. */
function makeNumbers(id, ink, share, { minzoom, which }) {
  const [one, two, three] = listNumbered(share).map((least) => [">=", ["get", "nombre"], ["step", ["zoom"], ...least]]);
  const isNumbered = ["case", ["<", ["get", "nombre"], 10], one, ["<", ["get", "nombre"], 100], two, three];
  return [
    makeLayer(id, "symbol", "menages", {
      minzoom,
      filter: ["all", grouped, which, isNumbered],
      layout: {
        "symbol-sort-key": ["-", 0, ["get", "nombre"]],
        "text-field": ["number-format", ["get", "nombre"], { locale: "fr", "max-fraction-digits": 0 }],
        "text-font": BOLD,
        "text-size": ["step", ["zoom"], ...LETTERS],
        "text-variable-anchor-offset": makePlaces(share),
        "text-padding": 0,
      },
      paint: { ...makeNumberColours(ink), "text-halo-width": 1 },
    }),
  ];
}

const SIGNS_READ = 11; // from this zoom on services are as large as they get in a town
const ABOVE = 9; // from here on they lie over the households, which are more and larger

// Zooms and parts of the image: of a few layers, and of many.
const SIZES_FEW = [5, 0.36, 6.5, 0.5, ABOVE, 0.78];
const SIZES_CROWDED = [5, 0.32, 6.5, 0.44, 8, 0.5, ABOVE, 0.78];
const SIZES_NEARING = [ABOVE, 0.6, SIGNS_READ, 0.77]; // of the larger image, in which the sign is read

/** A service from afar: its shape, in a colour that is seen on the ground and with a rim, below households and
 * complaints, which it is much more numerous than. Among many layers it is small until there is room. */
export const makeFarService = (ink, layer, isCrowded = false) => [
  makeShapes(
    `${layer}-plus-loin`,
    `${layer}-petit${ink.images}`,
    layer,
    { maxzoom: ABOVE },
    isCrowded ? SIZES_CROWDED : SIZES_FEW,
  ),
];

/** A service in a region or a town: its symbol as in the legend, over the circles of the households that it is for. */
export const makeNearingService = (ink, layer) => [
  makeShapes(`${layer}-loin`, `${layer}${ink.images}`, layer, { minzoom: ABOVE, maxzoom: SIGNS_READ }, SIZES_NEARING),
];

const makeShapes = (id, image, layer, zooms, sizes) =>
  makeLayer(id, "symbol", layer, {
    ...zooms,
    layout: {
      "icon-image": image,
      "icon-overlap": "always",
      "icon-padding": 0,
      "icon-size": ["interpolate", ["linear"], ["zoom"], ...sizes],
    },
  });

/** A service near by: each is drawn, whatever lies over it. */
export function makeService(ink, layer) {
  return [
    makeLayer(layer, "symbol", layer, {
      minzoom: SIGNS_READ,
      layout: {
        "icon-image": `${layer}${ink.images}`,
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
