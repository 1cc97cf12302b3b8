/** The area of the filters: the secteur, the region, or the whole country. */

import * as places from "../server/places.js";
import * as map from "./map.js";

/**
 * Return [[west, south], [east, north]] of the filters' area.
 * @param {Record<string, any>} filters
 */
export async function findArea({ region, secteur }) {
  if (!region && !secteur) return places.getCountryBounds();
  const sectors = await places.listSectorsOf(region);
  return places.findBoundsAround(secteur ? sectors.filter((sector) => sector.id === secteur) : sectors);
}

/** Show the area. Where areas cannot be read, the panel of filters says so: the map stays. */
export async function showArea(filters) {
  try {
    map.fit(await findArea(filters));
  } catch {
    return;
  }
}
