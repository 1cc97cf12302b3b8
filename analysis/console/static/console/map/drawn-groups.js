/** How many households the largest circle stands for that is drawn now: the legend has no larger one. */

import { signal } from "../preact.js";
import { readShare } from "./size-share.js";
import { findUnnumbered, SMALLEST } from "./sizes.js";

/** 0 where no circle is drawn. */
export const largestGroup = signal(0);

/** Return the number of households of the largest circle in sight. */
export function findLargestGroup(map) {
  if (!map.getLayer("groupes")) return 0;
  const groups = map.queryRenderedFeatures({ layers: ["groupes"] });
  return groups.reduce((most, { properties }) => Math.max(most, properties.nombre), 0);
}

/** Return the number of households below which circles have no number at a zoom; null where all have theirs. */
export function findLeastNumbered(zoom) {
  const least = findUnnumbered(zoom, readShare());
  return least > SMALLEST ? least : null;
}

/** Whether households are drawn, the map is near, and none of them is in sight. */
export const isEmptyHere = signal(false);
const NEAR = 10; // from this zoom on an empty map does not say where one is

function hasNoHousehold(map) {
  const layers = ["groupes", "points"].filter((layer) => map.getLayer(layer));
  return layers.length > 0 && map.getZoom() >= NEAR && !map.queryRenderedFeatures({ layers }).length;
}

/** Follow what is drawn, each time when all of it is there. */
export function watchGroups(map) {
  map.on("idle", () => {
    largestGroup.value = findLargestGroup(map);
    isEmptyHere.value = hasNoHousehold(map);
  });
}
