/** One's own background work: read anew while some of it runs. */

import * as api from "../server/api.js";
import { isOpen } from "../server/jobs.js";
import { findAddress, NO_FILTERS } from "../state/view.js";

export const LOOK = 3000; // milliseconds between looks while something runs

export const isImport = (job) => job.type === "import_menages";
/** Return whether a job writes households of a file, and does not only check it. */
export const isWritingImport = (job) => isImport(job) && job.action !== "validate";

// The page where the result of a job is looked at, by its type.
const PAGES = {
  import_menages: (job) => ({ vue: "import", tache: job.id }),
  analyser_qualite: () => ({ vue: "qualite" }),
  analyser_doublons: () => ({ vue: "doublons" }),
  calcul_cycle: () => ({ vue: "cycles" }),
  executer_cycle: () => ({ vue: "cycles" }),
  frais_cycle: () => ({ vue: "cycles" }),
  resultats_paiement: () => ({ vue: "cycles" }),
  session_rapprochement: () => ({ vue: "rapprochement" }),
  rapprochement: () => ({ vue: "rapprochement" }),
  finalisation_rapprochement: () => ({ vue: "rapprochement" }),
  evaluation_eligibilite: () => ({ vue: "eligibilite" }),
  enquete_ciblage: () => ({ vue: "laboratoire" }),
};

/** Return the address of the page that shows a job or its result, or null. */
export function findJobAddress(job) {
  if (isImport(job) && !isWritingImport(job)) return null;
  return job.type in PAGES ? findAddress(PAGES[job.type](job)) : null;
}

/** Return what shows the households that an import created on the map, with their list. */
export const viewImported = (id) => ({ ...NO_FILTERS, vue: "carte", import: id, bande: "liste", page: 1, tache: null });

/** Read one's imports that write, the newest first. */
export async function listImports(limit, signal) {
  const rows = await api.get("/jobs", { type: "import_menages", limit: 2 * limit }, signal);
  return rows.filter(isWritingImport).slice(0, limit);
}

/** Call `look()` every now and then while `list()` holds work that runs; returns what stops it. */
export function lookWhileOpen(list, look) {
  const timer = setInterval(() => {
    if (!document.hidden && (list() ?? []).some(isOpen)) look();
  }, LOOK);
  return () => clearInterval(timer);
}
