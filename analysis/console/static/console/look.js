/** Shows the area of the filters: the secteur, the region, or the whole country. */

import * as map from "./map.js";
import * as places from "./places.js";

/** [[west, south], [east, north]] of the filters' area. */
export async function area({ region, secteur }) {
  if (!region && !secteur) return places.country();
  const sectors = await places.sectorsOf(region);
  return places.around(secteur ? sectors.filter((sector) => sector.id === secteur) : sectors);
}

export const look = async (filters) => map.fit(await area(filters));
