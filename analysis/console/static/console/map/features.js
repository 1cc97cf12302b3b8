/** What lies under the pointer on the map. */

import { isPhone } from "./padding.js";
import { SERVICES } from "./palette.js";

// The first of these that is there is meant.
const CLICKABLE = [
  "terrain",
  "points",
  "groupes",
  "plaintes",
  "plaintes-groupes-pres",
  "plaintes-groupes",
  ...Object.keys(SERVICES).flatMap((layer) => [layer, `${layer}-loin`, `${layer}-plus-loin`]),
  "villages-points",
  "villages",
];

const listLayers = (map) => CLICKABLE.filter((id) => map.getLayer(id));

/** Return how a feature is told from others: a tile repeats what lies at its edge. */
const identify = ({ source, properties, id }) => `${source}/${properties.id ?? id}`;

/** List what is drawn at a point of the map, the uppermost first. */
export function findStack(map, { x, y }) {
  const found = map.queryRenderedFeatures([x, y], { layers: listLayers(map) });
  return [...new Map(found.map((feature) => [identify(feature), feature])).values()];
}

/** Find the feature that a point of the map means: the uppermost there, else one near by. A finger reaches further. */
export function findFeature(map, { x, y }) {
  const [uppermost] = findStack(map, { x, y });
  if (uppermost) return uppermost;
  const reach = isPhone() ? 12 : 4;
  const box = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const found = map.queryRenderedFeatures(box, { layers: listLayers(map) });
  return found.sort((one, other) => CLICKABLE.indexOf(one.layer.id) - CLICKABLE.indexOf(other.layer.id))[0];
}

/** Return whether services lie one over the other at a point, so that a click there would choose one by chance. */
export const isCrowded = (map, point) => findStack(map, point).filter(({ source }) => source in SERVICES).length > 1;

/** Return how the address names the card of a feature. */
export function nameCard({ source, properties, geometry }) {
  if (source === "menages" || source === "terrain") return `menage/${properties.id}`;
  const [lng, lat] = geometry.coordinates;
  const kind = source === "localites" ? "localite" : source;
  return `${kind}/${properties.id}/${lat.toFixed(5)}/${lng.toFixed(5)}`;
}
