/** What the board of the collection shows: it outlives a visit of another page. */

import { announce } from "../components/announce.js";
import { findOrder } from "../components/sort-head.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { askTransition } from "./ask-transition.js";
import { SUSPICIONS } from "./suspicions.js";
import { describeDone } from "./transition-result.js";
import { nameMove, STATES, TRANSITIONS } from "./transitions.js";

const ROWS = 25;
/** Each column of the table: the API's name of its order. */
export const COLUMNS = {
  "collecte.menage": "codeMenage",
  lieu: "localite",
  "collecte.enqueteur": "enqueteur",
  campagne: "campagne",
  "collecte.qualite": "scoreQualite",
  "collecte.cree": "createdAt",
};
/** Which transition takes another one back. */
const UNDO = { rejeter: "rouvrir" };
const MOST_REFUSALS = 20; // refusals that are spelt out

export const stats = createLoader();
export const households = createLoader();
export const regions = createLoader();
/** The counts of each surveyor; nobody's are left out when one is chosen. */
export const surveyors = createLoader();
export const NO_FILTERS = { region: "", campagne: "", enqueteur: "", dateDebut: "", dateFin: "", qualite: "" };
/** What may be looked at first, by the name in the filter: the parameters of the list that find it. */
export const DOUBTS = {
  note: { "scoreQualite[lt]": 100 },
  doublon: { probleme: "DOUBLON_PROBABLE" },
  ...Object.fromEntries(SUSPICIONS.map((name) => [name, { anomalie: name }])),
};
export const filters = signal(NO_FILTERS);
/** The campaigns of the statistics without a filter by campaign: what there is to choose. */
export const campaigns = signal(/** @type {any[]} */ ([]));
/** The ids of the chosen households. */
export const chosen = signal(/** @type {Set<string>} */ (new Set()));
/** Choose nothing: a choice ends with the list that it was made in. */
export function forgetChoice() {
  chosen.value = new Set();
}
/** The answer of the last transition. */
export const result = signal(/** @type {any} */ (null));

export const findStatus = () => (view.value.statut in STATES ? view.value.statut : "soumis");

/** States in which somebody has something to do. */
export const WAITING = ["en_collecte", "soumis", "valide"];

/** Return the order of the list while nobody chose one: what waits longest comes first. */
export const findInitialOrder = () => (WAITING.includes(findStatus()) ? "createdAt" : null);

/** List the transitions out of the shown state that the caller may do. */
export const listPossible = () => STATES[findStatus()].transitions.filter((name) => may(TRANSITIONS[name].permission));

export const loadRegions = () => regions.load(() => places.listRegions(), { keep: true });

const NOTHING = { total: 0, enCollecte: 0, enAttente: 0, valides: 0, rejetes: 0, integres: 0 };

/** Return the counts that the columns show: those of the chosen surveyor, who may have done nothing, else of all. */
export function findCounts(all) {
  const { enqueteur } = filters.value;
  if (!enqueteur || !surveyors.value) return all;
  return surveyors.value.find(({ id }) => id === enqueteur) ?? NOTHING;
}

/** The names of the surveyors that were read: one who has nothing on the chosen days stays the choice. */
const names = new Map();

/** List the surveyors to choose from, as [id, name]. */
export function listSurveyors() {
  const { enqueteur } = filters.value;
  const found = (surveyors.value ?? []).map((one) => [one.id, one.enqueteur]);
  const isMissing = names.has(enqueteur) && !found.some(([id]) => id === enqueteur);
  return isMissing ? [[enqueteur, names.get(enqueteur)], ...found] : found;
}

/** Read the statistics, and the households of the shown state. */
export async function load() {
  const wanted = {
    ...pickListFilters(),
    tri: findOrder(COLUMNS, findInitialOrder()),
    page: view.value.page,
    limit: ROWS,
  };
  const { enqueteur: _chosen, qualite: _doubt, ...whole } = filters.value; // the columns count all of each state
  const readStats = (signal) => api.get("/menages/pre-collecte/stats", whole, signal);
  const readSurveyors = (signal) => api.get("/menages/pre-collecte/enqueteurs", whole, signal);
  await Promise.all([
    stats.load(readStats, { keep: true }),
    surveyors.load(readSurveyors, { keep: true }),
    households.load((signal) => api.getJson("/menages", wanted, signal), { keep: true }),
  ]);
  for (const { id, enqueteur } of surveyors.value ?? []) names.set(id, enqueteur);
  if (stats.value && !whole.campagne) campaigns.value = stats.value.parCampagne.filter((one) => one.id);
}

export function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
  chosen.value = new Set();
  result.value = null;
  if (view.value.page === 1) load();
  else setView({ page: 1 });
}

/** Return the filters of the shown households, by the API's names. */
export function pickListFilters() {
  const { qualite, ...others } = filters.value;
  return { ...STATES[findStatus()].filter, ...others, ...DOUBTS[qualite] };
}

/** Take the last transition back. */
export async function undoLast({ name, ids }) {
  const answer = await TRANSITIONS[name].run(ids, { commentaire: null });
  result.value = { ...answer, acte: name, refusals: [], undo: null };
  await load();
}

/** Ask for a transition of the chosen households, and run it. */
export async function runTransition(name) {
  const selected = (households.value?.data ?? []).filter((item) => chosen.value.has(item.id));
  const answer = await askTransition(name, [...chosen.value], selected, nameMove(name, findStatus()));
  if (!answer) return;
  const codes = Object.fromEntries((households.value?.data ?? []).map((item) => [item.id, item.codeMenage]));
  const refusals = answer.erreurs
    .slice(0, MOST_REFUSALS)
    .map(({ id, message }) => ({ code: codes[id] ?? id, message }));
  const failed = new Set(answer.erreurs.map(({ id }) => id));
  const ids = [...chosen.value].filter((id) => !failed.has(id));
  const undo = ids.length && UNDO[name] && may(TRANSITIONS[UNDO[name]].permission) ? { name: UNDO[name], ids } : null;
  result.value = { ...answer, refusals, undo };
  chosen.value = new Set();
  announce(describeDone(answer));
  await load();
}
