/** What a list is narrowed to, in words: the parameters of the API that its address holds. */

import { code, shortDate, t } from "../i18n.js";
import { nameArea } from "../server/filter-names.js";

const AREAS = ["region", "secteur"];
const DAYS = ["dateDebut", "dateFin", "echeanceDebut", "echeanceFin", "depuis"];
const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
/** Where the words of a parameter's codes stand; of a status by the list that has it. */
const GROUPS = {
  categorie: { plaintes: "plaintecategorie", menages: "categorie", beneficiaires: "categorie" },
  priorite: { plaintes: "priorite" },
  statut: { plaintes: "plainte", paiements: "paiement", taches: "tache", beneficiaires: "enrolement" },
  milieu: { menages: "milieu" },
};

const isYesOrNo = (value) => value === "true" || value === "false";

/** Say one parameter; `list`: the list that it narrows. */
async function describeParameter([name, value], list) {
  if (AREAS.includes(name)) return nameArea(name, value);
  if (DAYS.includes(name)) return t(`restreint.${name}`, { jour: shortDate(value) });
  if (isYesOrNo(value)) {
    const key = `restreint.${name}.${value}`;
    const said = t(key);
    if (said !== key) return said;
  }
  if (name === "search") return `«\u00a0${value}\u00a0»`;
  const label = code("restreint.champ", name);
  if (IDENTIFIER.test(value)) return t("restreint.choix", { nom: label.toLowerCase() });
  const group = GROUPS[name]?.[list] ?? "valeur";
  const values = value.split(",").map((one) => (isYesOrNo(one) ? t(one === "true" ? "oui" : "non") : code(group, one)));
  return t("intitule", { nom: label, valeur: values.join(", ") });
}

/** Say all parameters in one text. */
export async function describeNarrowing(query, list) {
  const parts = await Promise.all(Object.entries(query).map((one) => describeParameter(one, list)));
  return parts.join(", ");
}
