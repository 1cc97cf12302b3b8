/** What the graduation board reads and moves: candidates, graduations by status, and visits afterwards. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";

export const ROWS = 25;
/** The steps of the board: the statuses that each one lists. */
export const STEPS = {
  candidats: [],
  proposees: ["proposee"],
  evaluees: ["evaluee"],
  decidees: ["approuvee", "rejetee", "annulee"],
  visites: ["en_retard", "a_faire", "fait"],
};

export const figures = createLoader();
export const list = createLoader();
/** The ids that are ticked, the row whose values are shown, and what the last mass operation answered. */
export const ticked = signal(/** @type {Set<string>} */ (new Set()));
export const expandedId = signal(/** @type {string | null} */ (null));
export const outcome = signal(/** @type {any} */ (null));

export const findStep = () => (view.value.onglet in STEPS ? view.value.onglet : "candidats");
/** Return the status that is listed: the one of the address, else the first of the step. */
export const findStatus = () => {
  const statuses = STEPS[findStep()];
  return statuses.includes(view.value.statut) ? view.value.statut : (statuses[0] ?? null);
};

const findPath = (programme) => {
  const step = findStep();
  if (step === "candidats") return `/graduations/candidates/${programme}`;
  return step === "visites" ? "/graduations/suivis" : "/graduations";
};

async function readList(signal) {
  const programme = view.value.element;
  const page = { page: view.value.page, limit: ROWS };
  const query = findStep() === "candidats" ? page : { ...page, programme, statut: findStatus() };
  const { data, meta } = await api.getJson(findPath(programme), query, signal);
  return { data, pagination: meta };
}

const readFigures = async (signal) => {
  const id = view.value.element;
  const [found, late] = await Promise.all([
    api.get(`/graduations/stats/${id}`, {}, signal),
    api.getJson("/graduations/suivis", { programme: id, statut: "en_retard", limit: 1 }, signal),
  ]);
  return { ...found, enRetard: late.meta.total };
};

/** Read the list of the step, and how many each step has. */
export function loadBoard({ keep = false } = {}) {
  ticked.value = new Set();
  expandedId.value = null;
  list.load(readList, { keep });
  figures.load(readFigures, { keep: true });
}

export const openStep = (onglet) => {
  outcome.value = null;
  setView({ onglet, page: 1, statut: null });
};

export function tick(ids, isTicked) {
  const next = new Set(ticked.value);
  for (const id of ids) {
    if (isTicked) next.add(id);
    else next.delete(id);
  }
  ticked.value = next;
}

/** Return the id by which a mass operation names a row: candidates are beneficiaries. */
export const findId = (row) => (findStep() === "candidats" ? row.beneficiaire.id : row.id);

/** Run a mass operation on the ticked rows and keep its verdicts, with the names of the rows. */
export async function runMass(operation, body = {}) {
  const names = new Map((list.value?.data ?? []).map((row) => [findId(row), row.beneficiaire.nomComplet]));
  const found = await api.post(`/graduations/bulk-${operation}`, { ids: [...ticked.value], ...body });
  outcome.value = {
    ...found,
    refus: found.details
      .filter((one) => one.statut === "erreur")
      .map((one) => ({ ...one, nom: names.get(one.id) ?? "" })),
  };
  loadBoard({ keep: true });
  return found;
}
