/** What makes a group suspect, drawn: a bar for the share, with how many of how many beneath. */

import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";

export const SUSPICIONS = [
  "sansGps",
  "gpsImprecis",
  "horsSecteur",
  "entretiensTropProches",
  "deplacementsImpossibles",
  "positionsPartagees",
];
export const WATCH = 5; // percent: from here on worth a look
const GRAVE = 20; // percent: from here on worth a visit
export const HEAPED = 125; // Whipple's index: rough data from here on (United Nations scale)
const BAD = 175; // very rough
const FEWEST = 30; // known ages: of fewer an index says nothing
const FULL = 200; // where its bar is full; from here and from GRAVE on, WATCH and HEAPED are a quarter of it
/** Of the index, which sums all columns: what is ordinary in each sums up to half of the first. Its bar is full at
 * four times the first, so that the mark stands where that of the columns does. */
const INDEX = { watch: 10, grave: 30, full: 40 };

/** Say what the colours mean. */
export const Scale = () => html`
  <p class="echelle-suspects doux">
    <span><i class="teinte-moyenne" />${t("qualite.aregarder", { watch: WATCH, ages: HEAPED - 100 })}</span>
    <span><i class="teinte-haute" />${t("qualite.avisiter", { grave: GRAVE, ages: BAD - 100 })}</span>
    <span><i class="seuil" />${t("qualite.trait")}</span>
  </p>
`;

/** Say where the bars are full, and where their mark stands. */
export const describeScale = () =>
  t("qualite.echelle", { watch: WATCH, grave: GRAVE, heaped: HEAPED - 100, full: FULL - 100, ...INDEX_BOUNDS });
const INDEX_BOUNDS = { indice: INDEX.watch, plein: INDEX.full };

/** Say in one line what the index is, from where on it is high, and what it is of the group in the middle. */
export function explainIndex(groups) {
  const values = groups.map((group) => group.indiceSuspicion).sort((one, other) => one - other);
  const { watch, grave } = INDEX;
  return t("qualite.soupcon.lire", { watch, grave, mediane: number(values[Math.floor(values.length / 2)], 1) });
}

function grade(value, watch, grave) {
  if (value >= grave) return "haute";
  return value >= watch ? "moyenne" : "faible";
}

const NORMAL_95 = 1.96; // of a normal distribution, 95 % lies within so many standard deviations

/** Return the share that counts assure: the lower bound of Wilson's interval, as the service sorts groups. */
export function measureAssured(count, total) {
  if (!total) return 0;
  const [share, spread] = [count / total, NORMAL_95 ** 2 / total];
  const margin = NORMAL_95 * Math.sqrt((share * (1 - share)) / total + spread / (4 * total));
  return Math.max(0, (share + spread / 2 - margin) / (1 + spread));
}

/** Show how many of how many, without a break inside: a way to these households where there are some. */
export const Count = ({ count, text, onOpen }) =>
  count > 0
    ? html`<button type="button" class="lien petit" title=${t("qualite.voir")} onClick=${onOpen}>${text}</button>`
    : html`<span class="doux petit">${text}</span>`;

const Bar = ({ share, kind, text, detail, more = "", count, onOpen }) => html`
  <div class="mesure ${kind}">
    <div>
      <b>${text}</b><${Count} count=${count} text=${detail} onOpen=${onOpen} />
      ${more && html`<span class="doux petit">${more}</span>`}
    </div>
    <span class="part" aria-hidden="true">
      <i class="teinte-${kind}" style=${{ width: `${Math.min(100, share)}%` }} />
    </span>
  </div>
`;

/** Show one suspicion of a group: "12 %" over "33 of 272". All bars are full at the same share: they compare.
 * `onOpen()` shows the households that are counted. */
export function Suspicion({ group, name, onOpen }) {
  const share = group.taux[name];
  return html`
    <${Bar}
      share=${(100 * share) / GRAVE} kind=${grade(share, WATCH, GRAVE)} text=${percent(group[name] / group.total)}
      detail=${t("suspicion.sur", { nombre: number(group[name]), total: number(group.total) })}
      count=${group[name]} onOpen=${onOpen}
    />
  `;
}

/** Show the index of a group on its scale, and say whether that is much. */
export function Index({ group }) {
  const { indiceSuspicion: index } = group;
  const kind = grade(index, INDEX.watch, INDEX.grave);
  const detail = t(`qualite.soupcon.${kind}`);
  return html`
    <${Bar} share=${(100 * index) / INDEX.full} kind=${kind} text=${number(index, 1)} detail=${detail} count=${0} />
  `;
}

/** Return by how many per cent more ages end in 0 or 5 than one in five: Whipple's index less 100, which clerks can
 * read. Below none fewer do than there should. */
export const measureExcess = (index) => Math.round(index - 100);

export function writeExcess(index) {
  const excess = measureExcess(index);
  return `${excess > 0 ? "+" : ""}${percent(excess / 100)}`;
}

/** Return whether so many ages end in 0 or 5 that somebody should ask how they were found. */
const isHeaped = ({ indiceWhipple: index, agesConnus: known }) => index !== null && known >= FEWEST && index >= HEAPED;

/** Name what is worth a look in a group, in the middle of a sentence. */
export function listSuspect(group) {
  const shares = SUSPICIONS.filter((name) => group.taux[name] >= WATCH);
  const names = [...shares.map((name) => `suspicion.${name}`), ...(isHeaped(group) ? ["qualite.whipple"] : [])];
  return names.map((key) => t(key).toLowerCase().replace("gps", "GPS"));
}

/** Return how many of the known ages would end in 0 or 5 by chance: one in five. */
export const countExpected = ({ agesConnus }) => Math.round(agesConnus / 5);

/** Show Whipple's index: 100 is no heaping, 500 all ages round. The bar starts at 100; below it there is none. */
export function Whipple({ group, onOpen = () => {} }) {
  const index = group.indiceWhipple;
  if (index === null || group.agesConnus < FEWEST) return html`<span class="doux">${t("qualite.peudages")}</span>`;
  const share = Math.max(0, ((index - 100) / (FULL - 100)) * 100);
  return html`
    <${Bar}
      share=${share} kind=${grade(index, HEAPED, BAD)} text=${writeExcess(index)}
      detail=${t("suspicion.sur", { nombre: number(group.agesRonds), total: number(group.agesConnus) })}
      more=${t("suspicion.attendus", { attendus: number(countExpected(group)) })}
      count=${group.agesRonds} onOpen=${onOpen}
    />
  `;
}
