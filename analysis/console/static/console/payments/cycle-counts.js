/** How many stand on each list of a cycle: the numbers of its tabs, and which of a group opens first. */

import { useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import { createLoader } from "../state/loader.js";
import { LISTS } from "./cycle-lists.js";

// The lists that only their own answer counts; of the others the cycle knows.
const OWN_ANSWER = ["exceptions", "changements", "conditionnalites", "comptes"];
const UNKNOWN = "inconnus"; // there are none before something was sent

/** Read how many stand on each list; one that cannot be counted now has no number. */
async function readCounts(cycle, lists, signal) {
  const ask = (list) => api.getJson(`/cycles/${cycle.id}/${LISTS[list].path}`, { limit: 1 }, signal).catch(asValue);
  const answers = await Promise.all(lists.map(ask));
  return Object.fromEntries(lists.map((list, at) => [list, answers[at].pagination?.total]));
}

/** Return the numbers of the tabs that are known so far, by their ids. `found`: what was read of the cycle. */
export function useCounts(found) {
  const { cycle, runs } = found;
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    const lists = runs.length ? [...OWN_ANSWER, UNKNOWN] : OWN_ANSWER;
    if (cycle.calculeLe) loader.load((signal) => readCounts(cycle, lists, signal), { keep: true });
    return loader.abort;
  }, [found]);
  const { nombre, exclus, partiels } = cycle.totaux;
  return { paiements: nombre + exclus, exclus, partiels, ...loader.value };
}

/** Return the first of these tabs that shows something; where none is known to, the first. */
export const findFirst = (ids, counts) => ids.find((id) => counts[id] > 0) ?? ids[0];
