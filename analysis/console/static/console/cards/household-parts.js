/** The parts of a household's card: how a person is described, and the dwelling. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { Fact, join } from "./facts.js";

/** Say the sex and the age of a person. */
export const formatPerson = ({ sexe, age }) =>
  join([sexe && code("sexe", sexe), age !== null && age !== undefined && t("ans", { n: age })]) || "–";

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
