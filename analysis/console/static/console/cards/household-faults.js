/** What the rules of quality find wrong with a household: said on its card, the figures where they stand. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { describeSizeGap } from "./household-parts.js";

// Said beside the figures themselves.
const ELSEWHERE = "TAILLE_INCOHERENTE";

/** Say that the ages do not make up the size, where these figures stand. */
export function SizeGap({ household }) {
  const gap = describeSizeGap(household);
  return gap && html`<p class="note ecart-taille">${gap}</p>`;
}

/** List the broken rules, the gravest first as the service has them. */
export function Faults({ household }) {
  const faults = (household.problemesQualite ?? []).filter(({ code }) => code !== ELSEWHERE);
  if (!faults.length) return null;
  const fault = ({ code, gravite, message }) => html`
    <li key=${code}>${message}${" "}<span class="doux petit">${t(`gravite.${gravite}`)}</span></li>
  `;
  return html`
    <section id="fautes-menage">
      <h3>${t("menage.fautes", { n: faults.length })}</h3>
      <ul>${faults.map(fault)}</ul>
    </section>
  `;
}
