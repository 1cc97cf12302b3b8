/** The layers of the map that show services: their shapes from afar, and their symbols near by. */

import { PLAIN } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";

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
