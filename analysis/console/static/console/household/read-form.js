/** Reading all that the form of a household needs at once. */

import * as api from "../server/api.js";
import * as places from "../server/places.js";

/** Return {household, tag, lists, areas}; of a new household the first two are null. */
export async function readForm(id, signal) {
  const [found, lists, regions, sectors, villages] = await Promise.all([
    id ? api.getTagged(`/menages/${id}`, signal) : { data: null, tag: null },
    api.get("/references/menage", {}, signal),
    places.listRegions(),
    places.listSectors(),
    places.listVillages(),
  ]);
  const sorted = [...villages].sort((one, other) => one.nom.localeCompare(other.nom));
  return { household: found.data, tag: found.tag, lists, areas: { regions, sectors, villages: sorted } };
}
