/** Counts of cases as they are told: a number, or that it is not told and why. */

import { fullDate, number, percent, t } from "../i18n.js";
import { html } from "../preact.js";

/** Show a count; one that is hidden says so, and is hatched. */
export const Count = ({ value }) =>
  value === null
    ? html`<span class="masque" title=${t("protection.masque.raison")}>${t("protection.masque")}</span>`
    : html`<span>${number(value)}</span>`;

/** Write a count in a sentence. */
export const countText = (value) => (value === null ? t("protection.masque") : number(value));

const LEAST = 5; // below, a difference of perturbed counts says nothing

/** Return what parts leave of a total: null where one of them is not told, "peu" where too little is left to say. */
export function findRest(total, parts) {
  if ([total, ...parts].includes(null)) return null;
  const rest = parts.reduce((left, part) => left - part, total);
  return total > 0 && rest < LEAST ? "peu" : rest;
}

/** Write a change in percent: "+12 %", or that there is nothing to compare. */
export function changeText(change) {
  if (change === null) return "–";
  return `${change > 0 ? "+" : ""}${percent(change / 100)}`;
}

/** Say which whole months are counted, as known on which day, and that the numbers are not exact: the line that nobody
 * may miss. */
export function Basis({ drawnUp, periode: { debut, fin, elargie } }) {
  if (!drawnUp) return null;
  const days = { debut: fullDate(debut), fin: fullDate(fin) };
  const months = debut > fin ? t("protection.periode.vide") : t("protection.periode", days);
  return html`
    <p class="doux">
      ${months} ${elargie && html`<b>${t("protection.periode.elargie")}</b> `}
      ${t("protection.arrete", { jour: fullDate(drawnUp) })}
    </p>
  `;
}

const RULES = ["masques", "bruit", "totaux", "mois", "stables"];

/** Say what these numbers are and are not: hidden, perturbed, not additive, of whole months, as of a day. */
export const Reading = ({ drawnUp }) => html`
  <details class="feuille lecture" open=${!drawnUp}>
    <summary>${t("protection.lecture")}</summary>
    <p>${t(drawnUp ? "protection.lecture.arrete" : "protection.lecture.jamais")}</p>
    <ul>${RULES.map((rule) => html`<li key=${rule}>${t(`protection.lecture.${rule}`)}</li>`)}</ul>
  </details>
`;
