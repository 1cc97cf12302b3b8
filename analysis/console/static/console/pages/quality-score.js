/** A score of quality with what took points from it: who validates does not open a form to learn why it has 90. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";

/** Show a score, and the broken rules of a row in short. */
export const Score = ({ item: { scoreQualite: score, problemesQualite: faults = [] } }) => html`
  ${score === null ? "–" : number(score)}
  ${faults.map((one) => html`<div key=${one.code} class="doux petit">${nameFault(one)}</div>`)}
`;

/** Name a broken rule in two words where the catalogue has them, else by its sentence. */
export function nameFault({ code, message }) {
  const short = t(`regle.${code}`);
  return short === `regle.${code}` ? message : html`<span title=${message}>${short}</span>`;
}
