/** The names of regions and secteurs on the map, beside one another and beside large circles. */

import { BOLD, PLAIN } from "./layers-ground.js";

// Ems: beyond, a name would be taken for that of another region.
const [NEAR, FAR] = [3.3, 5];

/** Where a name may stand about the middle of its area, the nearest first: offsets in ems. */
function listPlaces(farthest) {
  const steps = [0, 1, 2, 3, 4, 5].flatMap((step) => (step ? [step, -step] : [0]));
  const far = (place) => Math.hypot(...place);
  const all = steps.flatMap((x) => steps.map((y) => [x, 0.7 * y]));
  return all.filter((place) => far(place) <= farthest).sort((one, other) => far(one) - far(other));
}

const makePlaces = (farthest) => listPlaces(farthest).flatMap((place) => ["center", place]);
const BESIDE = makePlaces(NEAR);

export function makeNames(ink) {
  const label = (id, kind, zooms, layout) => ({
    id,
    type: "symbol",
    source: "noms",
    ...zooms,
    filter: ["==", ["get", "kind"], kind],
    layout: { "text-field": ["get", "nom"], "text-max-width": 8, ...layout },
    paint: { "text-color": ink.name, "text-halo-color": ink.halo, "text-halo-width": 2 },
  });
  return [
    label(
      "noms-secteurs",
      "secteur",
      { minzoom: 8.4, maxzoom: 12 },
      { "text-font": PLAIN, "text-size": 13, "text-variable-anchor-offset": BESIDE },
    ),
    label(
      "noms-regions",
      "region",
      { maxzoom: 9.2 },
      {
        "text-font": BOLD,
        "text-size": ["interpolate", ["linear"], ["zoom"], 6.3, 11.5, 7, 14],
        // The small ones first (a capital among its neighbours), and beside their middle where that is taken: by a
        // name, or by a circle.
        "symbol-sort-key": ["get", "place"],
        "text-variable-anchor-offset": ["step", ["get", "place"], ["literal", makePlaces(FAR)], 4, ["literal", BESIDE]],
        "text-padding": 0,
        "text-line-height": 0.9,
        // Where all places are taken it stands over small circles: no region is without its name.
        "text-overlap": "cooperative",
      },
    ),
  ];
}
