/** Addresses of pages under another name: typed by hand, or of the lists beside the map, which are no pages. */

import { signal } from "../preact.js";
import { PAGES } from "./page-list.js";

const STRIPS = ["liste", "couverture", "distances", "themes", "regions"];
const SYNONYMS = { menages: { bande: "liste" }, accueil: { vue: "tableau" }, paiements: { vue: "cycles" } };
const MAP = "carte";
const isPage = (vue) => vue === MAP || PAGES.some(({ id }) => id === vue);
const findMeant = (vue) => (STRIPS.includes(vue) ? { bande: vue } : SYNONYMS[vue]);
/** The page that an address named and that there is not; "" where there is none. */
export const missingPage = signal("");

/** Return what is to be shown instead of a page that there is not; null: the page exists. */
export function findInstead(vue) {
  return isPage(vue) ? null : { vue: MAP, ...findMeant(vue) };
}

/** Note the page that an address names and that neither exists nor is meant by another name. */
export function noteMissing(vue) {
  missingPage.value = isPage(vue) || findMeant(vue) ? "" : vue;
}
