/** The parts of a household's card: how a person is described, and the dwelling. */

import { code, number, t } from "../i18n.js";
import { findState } from "../pages/transitions.js";
import { html } from "../preact.js";
import { Fact, join } from "./facts.js";

/** Say the sex and the age of a person. */
export const formatPerson = ({ sexe, age }) =>
  join([sexe && code("sexe", sexe), age !== null && age !== undefined && t("ans", { n: age })]) || "–";

/** Name the head of a household as their sex asks for. */
export const nameHead = (head) => t(head?.sexe === "F" ? "chef.F" : "chef");

/** Name a marital status in words that agree with the sex; `label`: what its reference list calls it. */
export const nameMarriage = (status, sex, label = null) =>
  sex === "F" ? code("matrimonial.F", status, label) : (label ?? code("matrimonial", status));

/** Say who the head of a household is, as far as it is known. */
export const describeHead = (head) =>
  join([
    nameHead(head),
    head.sexe && code("sexe", head.sexe),
    head.age && t("ans", { n: head.age }),
    head.statutMatrimonial && nameMarriage(head.statutMatrimonial, head.sexe),
  ]);

/** Name the step of the collection as its page does; of a household that none describes, what its two columns say. */
export function nameStep(household) {
  const step = findState(household);
  if (step) return t(`etat.${step}`);
  return join([code("statut", household.statut), code("etatcollecte", household.statutCollecte)]);
}

/** Tell whether what the household says has not been validated yet: its score and what follows may still change. */
export const isProvisional = (household) => ["en_collecte", "soumis"].includes(findState(household) ?? "");

const AGES = ["nbEnfants04", "nbEnfants514", "nbAdultes1564", "nbPersonnes65Plus"];

/** List the counts of a household that are known, by the API's names, and whether its ages are.
 *
 * One with nobody of any age was not asked for them: no zeros then, neither on the screen nor on paper. */
export function listComposition(household) {
  const isKnown = AGES.some((name) => household[name] > 0);
  return {
    isKnown,
    names: [...(isKnown ? AGES : []), ...(isKnown || household.nbHandicapes > 0 ? ["nbHandicapes"] : [])],
  };
}

/** Say that the counts by age do not make up the size; "" where they do, or where no age is known. `household`: its
 * counts by the API's names, as numbers or as typed. */
export function describeSizeGap(household) {
  const somme = AGES.reduce((sum, name) => sum + Number(household[name] || 0), 0);
  const taille = Number(household.tailleMenage || 0);
  if (!somme || !taille || somme === taille) return "";
  return t("menage.taille.ecart", { somme: number(somme), taille: number(taille) });
}

const MARRIED = new Set(["marie_monogame", "marie_polygame"]);

/** Say that a married head has no spouse among the members that are listed; "" where one is, or where nobody is. */
export function describeMissingSpouse({ chefMenage: head }, members) {
  const isMissing = MARRIED.has(head?.statutMatrimonial) && members.length > 0;
  if (!isMissing || members.some(({ lienParente }) => lienParente === "epouse")) return "";
  return t(head.sexe === "F" ? "composition.conjoint.F" : "composition.conjoint");
}

const DWELLING = [
  "typeLogement",
  "nbPieces",
  "materiauMur",
  "materiauToit",
  "materiauSol",
  "sourceEau",
  "sourceEclairage",
  "typeToilette",
  "combustibleCuisine",
];

/** Write the traits of a dwelling that a comparison joins ("banco, zinc, 3") in words, the rooms last. */
export const describeTraits = (joined) =>
  joined
    .split(", ")
    .map((part) => (/^\d+$/.test(part) ? t("logement.pieces", { n: Number(part) }) : code("valeur", part)))
    .join(", ");

export function Dwelling({ dwelling }) {
  const isKnown = (name) => ![null, undefined, ""].includes(dwelling[name]);
  const known = dwelling ? DWELLING.filter(isKnown) : [];
  if (!known.length) return null;
  const format = (value) => (typeof value === "number" ? number(value) : code("valeur", value));
  const fact = (name) => html`<${Fact} key=${name} name=${t(`logement.${name}`)} value=${format(dwelling[name])} />`;
  return html`
    <details>
      <summary>${t("logement")}</summary>
      <dl class="faits">${known.map(fact)}</dl>
    </details>
  `;
}
