/** Asks how two households are to become one: which is kept, and whose value each field gets that they tell differently. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { ask, field, input } from "../forms.js";
import { t } from "../i18n.js";

// Fields of the comparison that are merged under another name: a place is taken whole, a year is told by the age.
const TAKEN_AS = { region: "lieu", secteur: "lieu", localite: "lieu", anneeNaissance: "age" };

const radio = (name, value, checked, ...label) => h("label", { class: "case" }, h("input", { type: "radio", name, value, checked }), h("span", {}, ...label));

/** {name, libelle, a, b} of each field whose values differ and that may be chosen. */
export function choices(pair) {
  const found = new Map();
  for (const line of pair.comparaison) {
    for (const { champ, a, b } of line.valeurs) {
      const name = TAKEN_AS[champ] ?? champ;
      if (a === b || found.has(name)) continue;
      const whole = (side) => line.valeurs.filter((one) => TAKEN_AS[one.champ] === "lieu").map((one) => one[side]).filter(Boolean).join(", ");
      const place = name === "lieu";
      found.set(name, { name, libelle: place || line.valeurs.length === 1 ? line.libelle : t(`champ.${champ}`), a: place ? whole("a") : a, b: place ? whole("b") : b });
    }
  }
  return [...found.values()];
}

function parts(pair) {
  const text = (value) => (value === null || value === "" ? t("inconnu") : String(value));
  const title = (household, letter) => [h("strong", {}, `${letter} · ${household.codeMenage}`), " ", h("span", { class: "doux" }, household.chefMenage?.nomComplet ?? "")];
  const line = ({ name, libelle, a, b }) => h("fieldset", { class: "cases choix-valeur", "data-champ": `valeurs-${name}` }, h("legend", {}, libelle),
    h("div", {}, radio(`valeur-${name}`, "", true, t("doublons.garde")), radio(`valeur-${name}`, pair.menageA.id, false, `A : ${text(a)}`), radio(`valeur-${name}`, pair.menageB.id, false, `B : ${text(b)}`)));
  return [
    h("fieldset", { class: "cases", "data-champ": "menageConserveId" }, h("legend", {}, t("doublons.conserver")),
      h("div", {}, radio("menageConserveId", pair.menageA.id, true, title(pair.menageA, "A")), radio("menageConserveId", pair.menageB.id, false, title(pair.menageB, "B")))),
    choices(pair).map(line),
    field(t("doublons.motif"), input("motif", { maxlength: 1000, autocomplete: "off" })),
  ];
}

function body(form) {
  const valeurs = {};
  for (const chosen of form.querySelectorAll('[name^="valeur-"]:checked')) if (chosen.value) valeurs[chosen.name.slice("valeur-".length)] = chosen.value;
  return { decision: "fusionner", menageConserveId: form.menageConserveId.value, valeurs, motif: form.motif.value };
}

/** Resolves with the merge ({fusionId, menageConserveId}), or null when it was given up. */
export const askMerge = (pair) => ask({
  title: t("doublons.fusionner.titre"), text: t("doublons.fusionner.texte"), label: t("doublons.fusionner"), parts: parts(pair),
  send: (form) => api.post(`/menages/doublons/${pair.id}/decision`, body(form), { tag: pair.tag }),
});

export const undoMerge = (id) => api.post(`/menages/fusions/${id}/annuler`, {});
