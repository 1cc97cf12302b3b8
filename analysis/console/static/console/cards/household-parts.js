/** The parts of a household's card: how a person is described, and the dwelling. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { Fact, join } from "./facts.js";

/** Say the sex and the age of a person. */
export const formatPerson = ({ sexe, age }) =>
  join([sexe && code("sexe", sexe), age !== null && age !== undefined && t("ans", { n: age })]) || "–";

/** Name the head of a household as their sex asks for. */
export const nameHead = (head) => t(head?.sexe === "F" ? "chef.F" : "chef");

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
