/** What the page of complaints shows: it outlives a visit of another page.
 *
 * The text of a search stays out of the address.
 */

import { announce } from "../components/announce.js";
import { findOrder } from "../components/sort-head.js";
import { t } from "../i18n.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { askAssignment } from "./assign.js";
import { DEADLINES, findDay } from "./deadlines.js";

const ROWS = 25;
/** Each column of the list that it can be sorted by: the API's name of the order. */
export const ORDERS = {
  "categorie.plainte": "categorie",
  priorite: "priorite",
  "plaintes.recuele": "dateCreation",
  "tableau.echeance": "echeance",
  statut: "statut",
};
/** Without an order: what is open, the latest first; then what has no running deadline. */
export const INITIAL_ORDER = "echeance";
/** How a complaint comes to somebody of the service, who may owe its complainant a receipt. */
export const DESK_ORIGINS = ["guichet", "telephone", "visite", "courrier"];
export const MODIFY = "plaintes.modifier";
/** Every state in which a complaint is still to be resolved. */
export const OPEN = "toutesouvertes";
export const NO_FILTERS = {
  search: "",
  statut: "",
  categorie: "",
  priorite: "",
  equipe: "",
  region: "",
  delai: "",
  recue: "",
  a: "",
};
export const filters = signal(NO_FILTERS);
export const complaints = createLoader();
export const teams = createLoader();
/** The chosen complaints, id to reference. */
export const chosen = signal(/** @type {Map<string, string>} */ (new Map()));
/** The answer of the last mass assignment. */
export const result = signal(/** @type {any} */ (null));

/** Return the first day of this month, as the API takes it. */
const findMonth = () => findDay(1 - new Date().getDate());

/** Return filters as the API takes them, within the narrowing of the page. */
export function buildQuery({ statut, delai, recue, a, ...rest } = filters.value) {
  return {
    ...rest,
    ...(statut === OPEN ? { ouverte: true } : { statut }),
    ...DEADLINES[delai](),
    ...(recue === "mois" ? { dateDebut: findMonth() } : {}),
    traiteePar: a === "moi" ? currentUser().id : "",
    ...pickNarrowing(),
  };
}

export function load() {
  chosen.value = new Map();
  const wanted = { ...buildQuery(), tri: findOrder(ORDERS, INITIAL_ORDER), page: view.value.page, limit: ROWS };
  return complaints.load((signal) => api.getJson("/plaintes", wanted, signal), { keep: true });
}

export const loadTeams = () => teams.load((signal) => api.get("/equipes", {}, signal), { keep: true });

/** Read the first page of what the filters find. */
export function narrow() {
  result.value = null;
  if (view.value.page === 1) load();
  else setView({ page: 1 });
}

export function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
}

export const isChoosable = () => may(MODIFY);

/** Choose complaints, or take the choice back. */
export function pick(rows, isOn) {
  const next = new Map(chosen.value);
  for (const row of rows) {
    if (isOn) next.set(row.id, row.reference);
    else next.delete(row.id);
  }
  chosen.value = next;
}

/** Ask for a team and assign the chosen complaints. */
export async function assignChosen() {
  const references = chosen.value;
  const answer = await askAssignment({
    text: t("plaintes.choisies", { n: references.size }),
    send: (body) => api.post("/plaintes/assigner-masse", { ids: [...references.keys()], ...body }),
  });
  if (!answer) return;
  const refusals = answer.erreurs.map(({ id, message }) => ({ code: references.get(id) ?? id, message }));
  result.value = { done: answer.reussis, refused: answer.echoues, refusals };
  announce(t("plaintes.assignees", { n: answer.reussis }));
  await load();
}

export const openComplaint = (id) => setView({ element: id });
