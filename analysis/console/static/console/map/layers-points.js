/** The layers of the map that show points: households, single or in groups, and services. */

import { BOLD, makeLayer, PLAIN } from "./layers-ground.js";
import { COMPLAINTS, NO_SCORE, POVERTY, SERVICES } from "./palette.js";

const score = ["get", "scorePmtMoyen"];
// A mean lies between the categories: each category's colour at the middle of its range, and steps between.
const clusterColour = [
  "case",
  ["!=", ["typeof", score], "number"],
  NO_SCORE,
  [
    "interpolate",
    ["linear"],
    score,
    15,
    POVERTY[0].colour,
    36,
    POVERTY[1].colour,
    58,
    POVERTY[2].colour,
    80,
    POVERTY[3].colour,
  ],
];
const pointColour = [
  "match",
  ["get", "categoriePauvrete"],
  ...POVERTY.flatMap((step) => [step.code, step.colour]),
  NO_SCORE,
];
const darkGround = ["all", ["==", ["typeof", score], "number"], ["<", ["coalesce", score, 100], 50]];
const grouped = ["has", "nombre"];

export function makeHouseholds(ink) {
  const size = ["sqrt", ["get", "nombre"]];
  return [
    makeLayer("groupes", "circle", "menages", {
      filter: grouped,
      paint: {
        "circle-color": clusterColour,
        "circle-stroke-color": ink.ring,
        "circle-stroke-width": 1,
        "circle-radius": [
          "interpolate",
          ["linear"],
          ["zoom"],
          6,
          ["interpolate", ["linear"], size, 1, 2, 15, 7, 60, 18],
          9,
          ["interpolate", ["linear"], size, 1, 4, 15, 14, 60, 30],
        ],
      },
    }),
    makeLayer("points", "circle", "menages", {
      filter: ["!", grouped],
      paint: {
        "circle-color": pointColour,
        "circle-stroke-color": ink.edge,
        "circle-stroke-width": 1,
        "circle-radius": ["interpolate", ["linear"], ["zoom"], 13, 4, 17, 8],
      },
    }),
    makeLayer("nombres", "symbol", "menages", {
      minzoom: 7,
      filter: ["all", grouped, [">=", ["get", "nombre"], ["step", ["zoom"], 700, 8, 350, 9, 140]]],
      layout: {
        "text-field": ["number-format", ["get", "nombre"], { locale: "fr", "max-fraction-digits": 0 }],
        "text-font": BOLD,
        "text-size": 12,
        "text-padding": 0,
      },
      paint: { "text-color": ["case", darkGround, "#ffffff", "#2a1508"] },
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
        "circle-radius": ["interpolate", ["linear"], size, 1, 5, 4, 10, 20, 20, 60, 28],
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

const SHAPES_SEEN = 8; // from this zoom on the shape of a service is seen; before, its colour
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
