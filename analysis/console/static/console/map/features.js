/** What lies under the pointer on the map. */

import { isPhone } from "./padding.js";
import { SERVICES } from "./palette.js";

// The first of these that is there is meant.
const CLICKABLE = [
  "points",
  "groupes",
  "plaintes",
  "plaintes-groupes",
  ...Object.keys(SERVICES).flatMap((layer) => [layer, `${layer}-loin`]),
  "villages-points",
  "villages",
];

/** Find the feature that a point of the map means: a finger reaches further than a pointer. */
export function findFeature(map, { x, y }) {
  const reach = isPhone() ? 12 : 4;
  const box = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const layers = CLICKABLE.filter((id) => map.getLayer(id));
  const found = map.queryRenderedFeatures(box, { layers });
  return found.sort((one, other) => CLICKABLE.indexOf(one.layer.id) - CLICKABLE.indexOf(other.layer.id))[0];
}

/** Return how the address names the card of a feature. */
export function nameCard({ source, properties, geometry }) {
  if (source === "menages") return `menage/${properties.id}`;
  const [lng, lat] = geometry.coordinates;
  const kind = source === "localites" ? "localite" : source;
  return `${kind}/${properties.id}/${lat.toFixed(5)}/${lng.toFixed(5)}`;
}
