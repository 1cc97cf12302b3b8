/** The quality of the whole in numbers, what they mean, and the rules that were broken most. */

import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { SUSPICIONS, writeExcess } from "./suspicions.js";

const WATCH = 5; // percent
const HEAPED = 125; // Whipple's index

const Tile = ({ value, label, isSuspect = false }) => html`
  <div class=${isSuspect ? "carreau ambre" : "carreau"}><strong>${value}</strong><span>${label}</span></div>
`;

export function Tiles({ total }) {
  const share = (name) => html`
    <${Tile}
      value=${percent(total.taux[name] / 100)} label=${t(`suspicion.${name}`)} isSuspect=${total.taux[name] > WATCH}
    />
  `;
  const whipple = total.indiceWhipple;
  return html`
    <div class="carreaux">
      <${Tile} value=${number(total.total)} label=${t("menages", { n: total.total })} />
      ${
        total.qualiteMoyenne === null
          ? html`<${Tile} value="–" label=${t("qualite.moyenne.sans")} />`
          : html`<${Tile} value=${number(total.qualiteMoyenne, 1)} label=${t("qualite.moyenne")} />`
      }
      ${share("sansGps")}${share("positionsPartagees")}
      <${Tile}
        value=${whipple === null ? "–" : writeExcess(whipple)}
        label=${t("qualite.whipple")} isSuspect=${whipple > HEAPED}
      />
    </div>
  `;
}

const LEGEND = "qualite-legende";

/** Open what the columns mean, below the table. */
export function showDefinitions() {
  const legend = /** @type {HTMLDetailsElement} */ (document.getElementById(LEGEND));
  legend.open = true;
  legend.scrollIntoView({ block: "nearest" });
  legend.querySelector("summary")?.focus({ preventScroll: true });
}

export function Definitions() {
  const entries = [...SUSPICIONS.map((name) => `suspicion.${name}`), "qualite.whipple"];
  const entry = (key) => html`<div><dt>${t(key)}</dt><dd>${t(`${key}.aide`)}</dd></div>`;
  return html`
    <details class="feuille" id=${LEGEND}>
      <summary>${t("qualite.legende")}</summary>
      <dl class="definitions">${entries.map(entry)}</dl>
    </details>
  `;
}

/** `total`: of how many households. */
export function Rules({ rules, total }) {
  const row = (rule) => html`
    <li>
      <div><strong>${rule.message}</strong><span class="doux petit">${t(`gravite.${rule.gravite}`)}</span></div>
      <div class="barre">
        <span class="part">
          <i class="teinte-${rule.gravite}" style=${{ width: `${(100 * rule.total) / total}%` }} />
        </span>
        <b>${number(rule.total)}</b>
      </div>
    </li>
  `;
  return html`
    <section class="feuille">
      <h2>${t("qualite.regles")}</h2>
      ${
        rules.length
          ? html`<ul class="rangees">${rules.map(row)}</ul>`
          : html`<p class="doux">${t("qualite.regles.aucune")}</p>`
      }
    </section>
  `;
}
