/** Reading all that the form of a household needs at once. */

import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import * as places from "../server/places.js";
import { findDue } from "./due.js";

/** Read the PMT methods in force; a device that has not kept them asks for what is always due. */
const readMethods = (signal) =>
  api.get("/pmt-methodes", { enVigueur: true }, signal).catch((error) => {
    if (isAborted(error)) throw error;
    return [];
  });

/** Return {household, tag, lists, areas, due}; of a new household the first two are null. */
export async function readForm(id, signal) {
  const [found, lists, regions, sectors, villages, methods] = await Promise.all([
    id ? api.getTagged(`/menages/${id}`, signal) : { data: null, tag: null },
    api.get("/references/menage", {}, signal),
    places.listRegions(),
    places.listSectors(),
    places.listVillages(),
    readMethods(signal),
  ]);
  const sorted = [...villages].sort((one, other) => one.nom.localeCompare(other.nom));
  const areas = { regions, sectors, villages: sorted };
  return { household: found.data, tag: found.tag, lists, areas, due: findDue(methods) };
}
