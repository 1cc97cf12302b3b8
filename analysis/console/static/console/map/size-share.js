/** Which part of the households of an area the filters leave. Circles are larger the fewer they are, or a map of few
 * would be one of dots; where the map is moved to changes nothing, so that circles of one map can be compared.
 */

import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { hasTraits, pickFilters, pickPlaces } from "../state/view.js";

const LEAST = 0.04; // of fewer most stand alone
const share = createLoader();

/** Return the share: 1 while it is not known, as without a connection. */
export const readShare = () => share.value ?? 1;

async function countShare(signal) {
  const count = async (filters) => (await api.getJson("/carte/menages", { ...filters, limit: 1 }, signal)).total;
  const [found, all] = await Promise.all([count(pickFilters("categorie")), count(pickPlaces())]);
  return all ? Math.min(Math.max(found / all, LEAST), 1) : 1;
}

/** Find the share of the filters that are set; a filter by place leaves all that the map shows there. */
export const loadShare = () => share.load(hasTraits() ? countShare : async () => 1, { keep: true });
