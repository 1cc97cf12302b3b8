/** The clues of a pair on one scale: what speaks for one household to the right, what against it to the left. Their
 * weights, which are another measure than the score, are told to who asks.
 */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { isNoLikeness } from "./pair-compare.js";

/** List the clues as {text, bits}; pairs of before do not tell how much each weighs. */
function listClues({ comparaison, raisons, contre }) {
  const weighed = comparaison.filter(({ bits }) => bits);
  if (weighed.length) return weighed.map(({ raison, libelle, bits }) => ({ text: raison ?? libelle, bits }));
  return [...raisons, ...contre].map((text) => ({ text, bits: null }));
}

/** Tell what a clue says: "pour", "contre", or "neutre" of what weighs without being a likeness, which gets no tick. */
function findSide(pair, { text, bits }) {
  if (isNoLikeness(pair, text)) return "neutre";
  return bits < 0 || pair.contre.includes(text) ? "contre" : "pour";
}

const SIGNS = { pour: "check", contre: "close" };

function Clue({ pair, clue, heaviest }) {
  const { text, bits } = clue;
  const side = findSide(pair, clue);
  const style = { width: `${(50 * Math.abs(bits)) / heaviest}%` };
  const weight = () => html`
    <span class="fleau" aria-hidden="true"><i class=${bits < 0 ? "gauche" : "droit"} style=${style} /></span>
    <b>${bits > 0 ? "+" : ""}${number(bits, 1)}</b>
  `;
  return html`
    <li class="indice-${side}">
      <span>${SIGNS[side] && html`<${Icon} name=${SIGNS[side]} />`}${text}</span>
      ${bits !== null && weight()}
    </li>
  `;
}

/** Say what the weight of the whole is made of: it is what stands for one household, less what stands against it. */
function describeBalance({ force }, clues) {
  const tenths = (value) => Math.round(10 * value);
  const against = tenths(clues.reduce((all, { bits }) => all + Math.max(-bits, 0), 0));
  const [whole, all] = [tenths(force), tenths(force) + against];
  const write = (value) => number(value / 10, 1);
  return t("doublons.balance", { poids: write(whole), pour: write(all), contre: write(against) });
}

export function Balance({ pair }) {
  const clues = listClues(pair);
  const heaviest = Math.max(...clues.map(({ bits }) => Math.abs(bits)));
  const isWeighed = heaviest > 0;
  const weights = () => html`
    <details class="petit poids-indices">
      <summary>${t("doublons.balance.titre")}</summary>
      <p>${describeBalance(pair, clues)}</p>
    </details>
  `;
  return html`
    <ul class="balance">
      ${clues.map((clue) => html`<${Clue} key=${clue.text} pair=${pair} clue=${clue} heaviest=${heaviest} />`)}
    </ul>
    ${isWeighed && weights()}
  `;
}
