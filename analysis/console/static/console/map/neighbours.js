/** The land around the country, drawn coarsely by hand: a border ends in a neighbour's land, and not in the sea.
 *
 * The inner edge runs within the country, whose own land is drawn over it.
 */

import { t } from "../i18n.js";
import { listCountry } from "./country.js";
import { BOLD, PLAIN } from "./fonts.js";
import { makeFeature, readCorners } from "./geojson.js";

// [longitude, latitude] each. The coast from Cape Roxo northwards to the Sahara.
const NORTH_COAST = `
  -16.72 12.33 -16.79 12.44 -16.78 12.55 -16.76 12.78 -16.75 13.06 -16.82 13.18 -16.79 13.36 -16.6 13.46 -16.35
  13.38 -16.0 13.42 -16.33 13.46 -16.55 13.55 -16.6 13.72 -16.74 13.95 -16.88 14.14 -17.03 14.43 -17.25 14.66
  -17.53 14.72 -17.12 14.96 -16.74 15.5 -16.52 16.05 -16.5 16.8 -16.03 17.9 -16.05 19.1 -16.4 19.6 -17.03 20.9`;
// From the Sahara around the Sahel to the Gulf of Guinea, and along the coast back to the southern border.
const SOUTH_COAST = `
  -17.0 24.0 2.0 24.0 2.0 6.3 -1.0 5.2 -3.2 5.1 -5.0 5.2 -7.5 4.4 -9.2 5.2 -10.8 6.3 -11.5 6.95 -12.5 7.45 -12.95
  7.9 -13.2 8.45 -13.1 8.95 -13.35 9.15 -13.7 9.53 -13.6 9.75 -14.0 9.95 -14.45 10.2 -14.55 10.5 -14.75 10.65
  -14.7 10.85 -14.95 10.78 -15.08 10.9`;
// Within the country, from the southern border around the east to Cape Roxo.
const INNER_EDGE = `
  -15.06 10.97 -15.0 11.08 -14.98 11.13 -14.95 11.23 -14.91 11.32 -14.85 11.4 -14.82 11.5 -14.7 11.55 -14.5 11.55
  -14.3 11.71 -14.1 11.71 -13.9 11.7 -13.76 11.76 -13.76 11.95 -13.98 12.08 -14.0 12.22 -13.77 12.2 -13.72 12.35
  -13.77 12.62 -14.5 12.63 -15.2 12.63 -15.35 12.54 -15.6 12.51 -15.9 12.41 -16.2 12.42 -16.4 12.38 -16.5 12.33
  -16.7 12.31`;
const BORDERS = [
  `-13.71 12.67 -13.35 12.65 -13.06 12.62 -12.95 12.47 -12.6 12.43 -12.35 12.32 -11.95 12.39 -11.4 12.4`,
  `-11.4 12.4 -11.42 13.0 -11.9 13.4 -12.05 13.75 -12.0 14.3 -12.25 14.8 -12.9 15.2 -13.4 16.05 -14.3 16.6
    -15.6 16.5 -16.5 16.05`,
  `-16.75 13.06 -15.83 13.16 -15.8 13.33 -15.2 13.36 -14.5 13.23 -13.9 13.28 -13.82 13.4 -14.4 13.5 -15.0 13.75
    -15.2 13.6 -16.55 13.59`,
  `-11.4 12.4 -11.4 12.05 -10.8 12.2 -9.8 12.05 -9.0 12.3 -8.4 11.4 -8.0 10.3`,
  `-13.3 9.06 -12.9 9.3 -12.5 9.85 -11.9 10.0 -11.2 9.95 -10.7 9.3 -10.3 8.5`,
];
const NAMES = [
  ["senegal", -15.05, 12.9],
  ["senegal", -14.3, 14.6],
  ["gambie", -16.0, 13.52],
  ["guinee", -13.95, 11.3],
  ["guinee", -12.3, 10.9],
  ["atlantique", -16.25, 10.72],
  ["atlantique", -17.7, 11.6],
];
const OCEAN = "atlantique";

const coast = readCorners(`${NORTH_COAST} ${SOUTH_COAST} ${INNER_EDGE}`);
/** The outline of the neighbours' land, as those of regions. */
export const NEIGHBOURS = { id: "voisins", geometry: { type: "Polygon", coordinates: [[...coast, coast[0]]] } };

/** Make the source of the neighbours: their land, their borders and, in the language of the page, their names; and the
 * land of the country's own regions, where some of them are not seen. */
export const makeNeighbours = () => ({
  type: "FeatureCollection",
  features: [
    makeFeature("Polygon", NEIGHBOURS.geometry.coordinates),
    ...listCountry().map(({ geometry }) => makeFeature("MultiPolygon", geometry.coordinates, { isCountry: true })),
    ...BORDERS.map((text) => makeFeature("LineString", readCorners(text))),
    ...NAMES.map(([name, ...at]) => makeFeature("Point", at, { nom: t(`voisin.${name}`), isOcean: name === OCEAN })),
  ],
});

const isOcean = ["==", ["get", "isOcean"], true];
const isOf = (type) => ["==", ["geometry-type"], type];
const layer = (id, type, kind, rest) => ({ id, type, source: "voisins", filter: isOf(kind), ...rest });
const ofCountry = (id, type, paint) => ({ id, type, source: "voisins", filter: ["has", "isCountry"], paint });

/** Draw the neighbours' land and borders, and the land of regions that are not seen, below the country. */
export const makeNeighbourLand = (ink) => [
  layer("voisins", "fill", "Polygon", { paint: { "fill-color": ink.abroad } }),
  ofCountry("pays", "fill", { "fill-color": ink.veil }),
  ofCountry("pays-limites", "line", { "line-color": ink.sector, "line-width": 1 }),
  layer("voisins-limites", "line", "LineString", {
    paint: { "line-color": ink.sector, "line-width": 1, "line-dasharray": [4, 3] },
  }),
];

/** Name the neighbours quietly: their names give way to all others. */
export const makeNeighbourNames = (ink) => [
  layer("noms-voisins", "symbol", "Point", {
    maxzoom: 10,
    layout: {
      "text-field": ["get", "nom"],
      "text-font": ["case", isOcean, ["literal", PLAIN], ["literal", BOLD]],
      "text-size": ["interpolate", ["linear"], ["zoom"], 5, 10, 8, 13],
      "text-letter-spacing": 0.12,
      "text-max-width": 8,
    },
    paint: {
      "text-color": ["case", isOcean, ink.ocean, ink.foreign],
    },
  }),
];
