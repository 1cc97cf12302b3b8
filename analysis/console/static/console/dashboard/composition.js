/** Who the households are: led by a woman, with small children, with a disability, poorest, rural. */

import { Loaded } from "../components/feedback.js";
import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";
import { composition } from "./dashboard-state.js";
import { ListLink } from "./links.js";

const TRAITS = ["dirigesParFemme", "avecEnfants", "avecHandicap", "extremePauvres", "ruraux"];

/** Count the households that are not rejected: of them the others are parts. */
const countValid = ({ auRegistre, avantRegistre }) => auRegistre + avantRegistre;

/** Show a text that leads to the page of the collection, where the steps before the register are; of all regions. */
const CollectionLink = ({ children }) =>
  html`<a class="chiffre" href=${findAddress({ vue: "collecte" })}>${children}</a>`;

/** Say at which step the households are; the register and the rejected ones lead to their lists. */
export function describeStages(found, region) {
  const stages = [
    ["auRegistre", { region, statutCollecte: "integre" }],
    ["avantRegistre", null],
    ["rejetes", { region, statutCollecte: "rejete" }],
  ];
  return stages
    .filter(([name]) => found[/** @type {string} */ (name)] > 0)
    .map(([name, query]) => {
      const text = t(`tableau.etape.${name}`, { n: found[/** @type {string} */ (name)] });
      if (query) return html`<${ListLink} list="menages" query=${query}>${text}<//>`;
      return region ? text : html`<${CollectionLink}>${text}<//>`;
    });
}

/** Say of which households the shares are, and how these follow from the number of all. */
function describeBase({ rejetes }, n) {
  if (!rejetes) return t("tableau.composition.base", { n });
  return t("tableau.composition.horsrejetes", { n, tous: number(n + rejetes), rejetes: number(rejetes) });
}

const Trait = ({ name, count, total }) => html`
  <li>
    <span>${t(`tableau.composition.${name}`)}</span>
    <div class="barre">
      <span class="part" aria-hidden="true"><i style=${{ width: `${(100 * count) / total}%` }} /></span>
      <b>${percent(count / total)}</b>
    </div>
    <span class="doux petit">${t("tableau.composition.nombre", { n: count })}</span>
  </li>
`;

function Traits({ found }) {
  const total = countValid(found);
  if (!total) return html`<p class="doux">${t("tableau.composition.aucun")}</p>`;
  return html`
    <p class="doux">${describeBase(found, total)}</p>
    <ul class="composition">
      ${TRAITS.map((name) => html`<${Trait} key=${name} name=${name} count=${found[name]} total=${total} />`)}
    </ul>
  `;
}

export const Composition = () => html`
  <section class="feuille" aria-labelledby="composition">
    <h2 id="composition">${t("tableau.composition")}</h2>
    <${Loaded} from=${composition} lines=${4}>${(found) => html`<${Traits} found=${found} />`}<//>
  </section>
`;
