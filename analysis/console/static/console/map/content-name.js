/** What the map shows, in words: the title of its page. */

import { t } from "../i18n.js";
import { view } from "../state/view.js";
import { drawnAnswer } from "./answer.js";
import { SERVICES } from "./palette.js";
import { zoneLegend } from "./zone-legend.js";

/** Name the households that the filters leave, as "Ménages extrêmement pauvres, Rural"; `others`: the filters in words
 * beside the category, `isPlaced`: whether a place follows. */
function nameHouseholds(categorie, others, isPlaced) {
  if (!categorie && !others.length && !isPlaced) return t("carte.nom.menages");
  return [t(categorie ? `carte.nom.${categorie}` : "carte.nom.des"), ...others].join(", ");
}

/** Name what is drawn. @param {string[]} others @param {boolean} isPlaced */
export function nameContent(others = [], isPlaced = false) {
  const { couches, categorie } = view.value;
  if (zoneLegend.value) return zoneLegend.value.title;
  if (drawnAnswer.value) return drawnAnswer.value.title;
  if (couches.some((layer) => layer in SERVICES)) return t("carte.nom");
  if (couches.includes("menages") || !couches.includes("plaintes")) return nameHouseholds(categorie, others, isPlaced);
  return t("carte.nom.plaintes");
}
