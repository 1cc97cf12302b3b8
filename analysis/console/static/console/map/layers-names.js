/** The names of regions and secteurs on the map, beside one another and beside large circles. */

import { BOLD, PLAIN } from "./layers-ground.js";

/** Where a name may stand about the middle of its region, the best first: its anchor, and how far off in ems. */
const BESIDE = [
  ["center", [0, 0]],
  ["bottom", [0, -0.8]],
  ["top", [0, 0.8]],
  ...[0.8, 1.6, 2.4].map((far) => ["left", [far, 0]]),
  ["right", [-0.8, 0]],
  ...[1.6, 2.4].flatMap((far) => [
    ["bottom", [0, -far]],
    ["top", [0, far]],
    ["top-left", [far, far]],
    ["right", [-far, 0]],
    ["bottom-right", [-far, -far]],
  ]),
];

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
    label("noms-secteurs", "secteur", { minzoom: 8.4, maxzoom: 12 }, { "text-font": PLAIN, "text-size": 13 }),
    label(
      "noms-regions",
      "region",
      { maxzoom: 9.2 },
      {
        "text-font": BOLD,
        "text-size": 14,
        // The small ones first (a capital among its neighbours), and beside their middle where that is taken: by a
        // name, or by a large circle.
        "symbol-sort-key": ["get", "place"],
        "text-variable-anchor-offset": BESIDE.flat(),
        "text-padding": 1,
      },
    ),
  ];
}
