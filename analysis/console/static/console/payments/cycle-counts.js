/** How many stand on each list of a cycle: the numbers of its tabs, and which of a group opens first. */

import { useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { LISTS } from "./cycle-lists.js";

// The lists that only their own answer counts; of the others the cycle knows.
const OWN_ANSWER = ["exceptions", "changements", "conditionnalites", "comptes"];

async function readCounts(cycle, signal) {
  const ask = (list) => api.getJson(`/cycles/${cycle.id}/${LISTS[list].path}`, { limit: 1 }, signal);
  const answers = await Promise.all(OWN_ANSWER.map(ask));
  return Object.fromEntries(OWN_ANSWER.map((list, at) => [list, answers[at].pagination.total]));
}

/** Return the numbers of the tabs that are known so far, by their ids. */
export function useCounts(cycle, runs) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    if (cycle.calculeLe) loader.load((signal) => readCounts(cycle, signal), { keep: true });
    return loader.abort;
  }, [cycle.id, cycle.updatedAt]);
  const { nombre, exclus, partiels } = cycle.totaux;
  const unknown = runs.reduce((sum, run) => sum + run.inconnus, 0);
  return { paiements: nombre, exclus, partiels, inconnus: unknown, ...loader.value };
}

/** Return the first of these tabs that shows something; where none is known to, the first. */
export const findFirst = (ids, counts) => ids.find((id) => counts[id] > 0) ?? ids[0];
