/** The columns of the list of households: which there are, which are shown, and how many rows a page has.
 *
 * What was chosen is kept on the device: it is a habit of who works there, no part of a view that is sent.
 */

import { signal } from "../preact.js";
import { may } from "../server/session.js";

/** Each column: the API's name of its order; null: it has none. */
export const COLUMNS = {
  code: "codeMenage",
  chef: "chefMenage",
  "champ.sexe": null,
  telephone: null,
  lieu: "localite",
  milieu: null,
  taille: "tailleMenage",
  categorie: "categoriePauvrete",
  score: "scorePmt",
  eligibilite: "eligibleProgramme",
  "champ.statutCollecte": "statutCollecte",
  "collecte.enqueteur": "enqueteur",
  campagne: "campagne",
  "collecte.date": null,
  "collecte.cree": "createdAt",
};
/** The permission that a column needs. */
const PERMISSIONS = { telephone: "registre.voir_contacts" };
export const NUMBERS = ["taille", "score"];
/** What a household is known by: always shown. */
export const FIXED = ["code"];
const WIDE = 1400; // CSS pixels: from there on the step of the collection and the day have columns of their own
const BESIDE = window.innerWidth >= WIDE ? ["champ.statutCollecte", "collecte.cree"] : [];
const AT_FIRST = ["code", "chef", "lieu", "taille", "categorie", "score", "eligibilite", ...BESIDE];
export const ROWS = [25, 50, 100];

const COLUMNS_KEY = "tabanca.liste.colonnes";
const ROWS_KEY = "tabanca.liste.lignes";

const readColumns = (text) => {
  const names = (text ?? "").split(",").filter((name) => name in COLUMNS);
  return names.length ? names : AT_FIRST;
};

const chosenColumns = signal(readColumns(localStorage.getItem(COLUMNS_KEY)));
const storedCount = Number(localStorage.getItem(ROWS_KEY));
export const rowCount = signal(ROWS.includes(storedCount) ? storedCount : 50);

/** List the columns that this person may see. */
export const listOffered = () => Object.keys(COLUMNS).filter((name) => !PERMISSIONS[name] || may(PERMISSIONS[name]));

/** List the shown columns in their order. */
export const listVisible = () =>
  listOffered().filter((name) => FIXED.includes(name) || chosenColumns.value.includes(name));

export function setColumn(name, isVisible) {
  const others = chosenColumns.value.filter((one) => one !== name);
  chosenColumns.value = isVisible ? [...others, name] : others;
  localStorage.setItem(COLUMNS_KEY, listVisible().join());
}

export function setRowCount(count) {
  rowCount.value = count;
  localStorage.setItem(ROWS_KEY, String(count));
}

export function resetColumns() {
  chosenColumns.value = AT_FIRST;
  localStorage.removeItem(COLUMNS_KEY);
}

export const isAsAtFirst = () => listVisible().join() === AT_FIRST.join();
