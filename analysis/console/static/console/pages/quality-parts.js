/** The quality of the whole in numbers, what they mean, and the rules that were broken most. */

import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";
import { FAULTY, openHouseholds } from "./quality-state.js";
import { countExpected, describeScale, HEAPED, SUSPICIONS, WATCH, writeExcess } from "./suspicions.js";

/** Lead from a figure to the households that it counts, where there are some. */
const Figure = ({ count, own, text = number(count) }) =>
  count > 0
    ? html`
        <button type="button" class="lien" title=${t("qualite.voir")} onClick=${() => openHouseholds(own)}>
          ${text}
        </button>
      `
    : text;

/** `base`: of how many, and from where on it is worth a look. The whole tile leads to the `count` households that
 * `own` finds, where there are some. */
function Tile({ value, label, base = "", isSuspect = false, count = 0, own = {} }) {
  const look = isSuspect ? "carreau ambre" : "carreau";
  const parts = html`<strong>${value}</strong><span>${label}</span>${base && html`<span class="petit">${base}</span>`}`;
  const open = () => openHouseholds(own);
  if (!count) return html`<div class=${look}>${parts}</div>`;
  return html`
    <button type="button" class="${look} mene" title=${t("qualite.voir")} onClick=${open}>${parts}</button>
  `;
}

const describeBase = (count, whole, watch) =>
  t("qualite.base", { nombre: number(count), total: number(whole), seuil: watch });

/** Say how many ages are round instead of how many: the share above is the difference of the two. */
const describeAges = (total) =>
  t("qualite.base.ages", {
    nombre: number(total.agesRonds),
    attendus: number(countExpected(total)),
    total: number(total.agesConnus),
    seuil: `+${percent(HEAPED / 100 - 1)}`,
  });

/** Show how many forms break a rule, of those that have a score. */
function FaultyTile({ total, count }) {
  if (total.qualiteMoyenne === null) return html`<${Tile} value="–" label=${t("qualite.moyenne.sans")} />`;
  if (count === null) return html`<${Tile} value="–" label=${t("qualite.fautives")} />`;
  const label = t("qualite.fautives.part", { part: percent(total.total ? count / total.total : 0) });
  const base = t("qualite.fautives.note", { note: number(total.qualiteMoyenne, 1) });
  const own = { [FAULTY]: 100 };
  return html`<${Tile} value=${number(count)} label=${label} base=${base} count=${count} own=${own} />`;
}

/** `faulty`: how many forms break a rule, counted at the same moment as the others. */
export function Tiles({ total, faulty }) {
  const share = (name) => html`
    <${Tile}
      value=${percent(total[name] / total.total)} count=${total[name]} own=${{ anomalie: name }}
      label=${t(`suspicion.${name}`)} base=${describeBase(total[name], total.total, percent(WATCH / 100))}
      isSuspect=${total.taux[name] >= WATCH}
    />
  `;
  const whipple = total.indiceWhipple;
  return html`
    <div class="carreaux">
      <${Tile}
        value=${number(total.total)} count=${total.total} label=${t("menages", { n: total.total })}
      />
      <${FaultyTile} total=${total} count=${faulty} />
      ${share("sansGps")}${share("positionsPartagees")}
      <${Tile}
        value=${whipple === null ? "–" : writeExcess(whipple)}
        count=${whipple === null ? 0 : total.agesRonds} own=${{ anomalie: "agesRonds" }}
        label=${t("qualite.whipple.plus")} isSuspect=${whipple >= HEAPED}
        base=${whipple !== null && describeAges(total)}
      />
    </div>
  `;
}

/** Say to who asks how the index and the bars are read, and what the columns mean. `order`: of the groups, in words. */
export function Definitions({ order, children }) {
  const entries = [
    "qualite.soupcon",
    ...SUSPICIONS.map((name) => `suspicion.${name}`),
    "qualite.whipple",
    "qualite.moyenne",
  ];
  const entry = (key) => html`<div><dt>${t(key)}</dt><dd>${t(`${key}.aide`)}</dd></div>`;
  return html`
    <details id="qualite-legende">
      <summary>${t("qualite.legende")}</summary>
      ${children}
      <dl class="definitions">${entries.map(entry)}</dl>
      <p class="doux">${describeScale()}</p>
      <p class="doux">${order}</p>
    </details>
  `;
}

const DUPLICATE = "DOUBLON_PROBABLE";

/** Say why this number is not the one of the page of duplicates. */
const DuplicateNote = () => html`
  <span class="doux petit">
    ${t("qualite.doublons")} <a class="lien" href=${findAddress({ vue: "doublons" })}>${t("qualite.doublons.voir")}</a>
  </span>
`;

/** `total`: of how many households. */
export function Rules({ rules, total }) {
  const row = (rule) => html`
    <li>
      <div>
        <strong>${rule.message}</strong><span class="doux petit">${t(`gravite.${rule.gravite}`)}</span>
        ${rule.code === DUPLICATE && html`<${DuplicateNote} />`}
      </div>
      <div class="barre">
        <span class="part">
          <i class="teinte-${rule.gravite}" style=${{ width: `${(100 * rule.total) / total}%` }} />
        </span>
        <b><${Figure} count=${rule.total} own=${{ probleme: rule.code }} /></b>
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
