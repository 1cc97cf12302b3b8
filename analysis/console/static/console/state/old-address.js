/** Addresses of pages under another name: typed by hand, or of the lists beside the map, which are no pages. */

import { signal } from "../preact.js";
import { PAGES } from "./page-list.js";

const STRIPS = ["liste", "couverture", "distances", "themes", "regions"];
const SYNONYMS = { menages: { bande: "liste" }, accueil: { vue: "tableau" }, paiements: { vue: "cycles" } };
const MAP = "carte";
/** The page that an address named and that there is not; "" where there is none. */
export const missingPage = signal("");

/** Return what is to be shown instead of a page that there is not; null: the page exists. */
export function findInstead(vue) {
  const isKnown = vue === MAP || PAGES.some(({ id }) => id === vue);
  const strip = STRIPS.includes(vue) ? { bande: vue } : null;
  const instead = isKnown ? null : (strip ?? SYNONYMS[vue]);
  missingPage.value = isKnown || instead ? "" : vue;
  return isKnown ? null : { vue: MAP, ...instead };
}
