/** Shows the area of the filters: the secteur, the region, or the whole country. */

import * as map from "./map.js";
import * as places from "./places.js";

export async function look({ region, secteur }) {
  if (!region && !secteur) return map.wholeCountry();
  const sectors = await places.sectorsOf(region);
  return map.fit(places.around(secteur ? sectors.filter((sector) => sector.id === secteur) : sectors));
}
