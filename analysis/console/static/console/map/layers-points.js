/** The layers of the map that show points: households, single or in groups. */

import { DISC, makeShareName, RING, RING_RADIUS } from "./category-rings.js";
import { BOLD } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";
import { POVERTY } from "./palette.js";
import { LETTERS, listNumbered, ROOTS, SIZES } from "./sizes.js";
import { EMPTY_SIZE } from "./symbols.js";

/** Whether a point stands for several: for the number that it has. */
export const grouped = ["has", "nombre"];
const isGraded = ["in", ["get", "categoriePauvrete"], ["literal", POVERTY.map((step) => step.code)]];

/** Make the radius of groups from the same table as the legend; `unit` is how many pixels count as one. */
function makeGroupSize(share, unit = 1) {
  const root = ["sqrt", ["/", ["get", "nombre"], share]];
  const stops = SIZES.flatMap(([zoom, radii]) => [
    zoom,
    ["interpolate", ["linear"], root, ...ROOTS.flatMap((value, place) => [value, radii[place] / unit])],
  ]);
  return ["interpolate", ["linear"], ["zoom"], ...stops];
}

/** Make the condition that the number of a group has room on its circle. */
function makeIsNumbered(share) {
  const [one, two, three] = listNumbered(share).map((least) => [">=", ["get", "nombre"], ["step", ["zoom"], ...least]]);
  return ["case", ["<", ["get", "nombre"], 10], one, ["<", ["get", "nombre"], 100], two, three];
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

/** Make the shares of the groups that meet a condition, as rings or discs. */
const makeShares = (id, form, ink, share, which) =>
  makeLayer(id, "symbol", "menages", {
    filter: ["all", grouped, which],
    layout: {
      "symbol-sort-key": ["-", 0, ["get", "nombre"]],
      "icon-image": makeShareName(form, ink),
      "icon-size": makeGroupSize(share, RING_RADIUS),
      "icon-overlap": "always",
      "icon-ignore-placement": true,
      "icon-padding": 0,
    },
  });

/** Make the circles and points of the households; `share`: see size-share.js. */
export function makeHouseholds(ink, share) {
  return [
    makeLayer("groupes", "circle", "menages", {
      filter: grouped,
      // The smaller lies over the larger, as on a paper map: none is hidden whole, and numbers lie over them all.
      layout: { "circle-sort-key": ["-", 0, ["get", "nombre"]] },
      // Under the image of its shares, until that is drawn; it is what is clicked.
      paint: {
        "circle-color": ink.hollow,
        "circle-stroke-color": ink.ring,
        "circle-stroke-width": 1,
        "circle-radius": makeGroupSize(share),
      },
    }),
    makeShares("anneaux", RING, ink, share, makeIsNumbered(share)),
    makeShares("disques", DISC, ink, share, ["!", makeIsNumbered(share)]),
    makeLayer("points", "circle", "menages", {
      filter: ["!", grouped],
      paint: makePointPaint(ink, [13, 4, 17, 8]),
    }),
  ];
}

// Households: no name stands over a circle of as many. From far away a circle of some is smaller than a name.
const listMany = (share) => ["step", ["zoom"], 200 * share, 6, 20 * share];

const makeIsLarge = (share) => [">=", ["get", "nombre"], listMany(share)];

const AROUND = 1.05; // a name does not touch the edge of a circle

const makeCircleRoom = (id, share, which) =>
  makeLayer(id, "symbol", "menages", {
    filter: ["all", grouped, which],
    layout: {
      "icon-image": "vide",
      "icon-size": makeGroupSize(share, EMPTY_SIZE / 2 / AROUND),
      "icon-overlap": "always", // beside its own number, and over other circles
      "icon-padding": 0,
    },
  });

/** Keep names beside large circles: nothing is drawn, but the room is taken before the names are placed. */
export const makeLargeRoom = (share) => [makeCircleRoom("cercles", share, makeIsLarge(share))];

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
  makeCircleRoom("petits-cercles", share, ["!", makeIsLarge(share)]),
];

/** The numbers in small circles: placed after the names of regions, of which none is lost to them. */
export const makeSmallNumbers = (ink, share) => makeNumbers("petits-nombres", ink, share, ["!", makeIsLarge(share)]);

/** The numbers in large circles: placed before the names, which give way. */
export const makeLargeNumbers = (ink, share) => makeNumbers("nombres", ink, share, makeIsLarge(share));

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

/** The numbers of households in the circles that hold them. */
function makeNumbers(id, ink, share, which) {
  return [
    makeLayer(id, "symbol", "menages", {
      filter: ["all", grouped, which, makeIsNumbered(share)],
      layout: {
        "symbol-sort-key": ["-", 0, ["get", "nombre"]],
        "text-field": ["number-format", ["get", "nombre"], { locale: "fr", "max-fraction-digits": 0 }],
        "text-font": BOLD,
        "text-size": ["step", ["zoom"], ...LETTERS],
        "text-variable-anchor-offset": makePlaces(share),
        "text-padding": 0,
      },
      paint: {
        "text-color": ink.name,
        "text-halo-color": ink.hollow,
        "text-halo-width": 1, // long numbers are a little wider than the middle of small rings
      },
    }),
  ];
}
