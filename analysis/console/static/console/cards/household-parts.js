/** The folds of a household's card: its members, its dwelling. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { Fact, join } from "./facts.js";

/** Say the sex and the age of a person. */
export const formatPerson = ({ sexe, age }) =>
  join([sexe && code("sexe", sexe), age !== null && age !== undefined && t("ans", { n: age })]) || "–";

const describeMember = (member) =>
  join([
    code("lien", member.lienParente),
    member.sexe && code("sexe", member.sexe),
    member.age !== null && t("ans", { n: member.age }),
  ]);

export function Members({ members }) {
  if (!members.length) return null;
  const row = (member) => html`
    <li><strong>${member.nomComplet}</strong><span class="doux">${describeMember(member)}</span></li>
  `;
  return html`
    <details>
      <summary>${t("membres", { n: members.length })}</summary>
      <ul class="membres">${members.map(row)}</ul>
    </details>
  `;
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
