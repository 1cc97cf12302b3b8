/** The groups of households with their suspicions, side by side. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { openPage, setView } from "../state/view.js";
import { filters } from "./collection-state.js";
import { Scale, SUSPICIONS, Suspicion, Whipple } from "./suspicions.js";

const WHIPPLE = "indiceWhipple";
/** What the groups are sorted by: {name, isUp}; null: the most suspect first, as the service answers. */
const order = signal(/** @type {any} */ (null));

const readValue = (group, name) => (name === "nom" ? (group.nom ?? "") : (group.taux[name] ?? group[name] ?? -1));

const compare = (one, other) => (typeof one === "string" ? one.localeCompare(other) : one - other);

/** Sort groups by the chosen column. */
export function sortGroups(groups) {
  if (!order.value) return groups;
  const { name, isUp } = order.value;
  const sign = isUp ? 1 : -1;
  return [...groups].sort((a, b) => sign * compare(readValue(a, name), readValue(b, name)));
}

/** Return what a press of a column's head leads to: names upwards and shares downwards first, then the reverse. */
function findNext(name, now) {
  const isUpFirst = name === "nom";
  if (now?.name !== name) return { name, isUp: isUpFirst };
  return now.isUp === isUpFirst ? { name, isUp: !isUpFirst } : null;
}

function Head({ name, label, title = null }) {
  const now = order.value?.name === name ? order.value : null;
  const direction = now?.isUp ? "up" : "down";
  const sort = () => {
    order.value = findNext(name, now);
  };
  return html`
    <th scope="col" title=${title} aria-sort=${now ? `${direction === "up" ? "as" : "des"}cending` : "none"}>
      <button type="button" class="tri" onClick=${sort}>
        ${label}<${Icon} name=${now ? direction : "sort"} />
      </button>
    </th>
  `;
}

/** Show the households of a region on the map: by other groups it cannot be narrowed. */
function MapButton({ group }) {
  const open = () => {
    openPage("carte");
    setView({ region: group.id, secteur: null, localite: null, bande: "liste" });
  };
  return html`
    <button type="button" class="bouton" onClick=${open}><${Icon} name="map" />${t("qualite.carte")}</button>
  `;
}

const FILTERS = { enqueteurs: "enqueteur", campagnes: "campagne" };

/** Name a group: that of a surveyor or a campaign leads to its households in the collection. */
function Name({ group, axis }) {
  if (!group.id || !(axis in FILTERS)) return group.nom ?? t("inconnu");
  const open = () => {
    filters.value = { region: "", campagne: "", enqueteur: "", [FILTERS[axis]]: group.id };
    openPage("collecte");
  };
  return html`
    <button type="button" class="lien" title=${t("qualite.verscollecte")} onClick=${open}>${group.nom}</button>
  `;
}

function Group({ group, axis }) {
  const households = `${number(group.total)} ${t("menages", { n: group.total })}`;
  const isScored = group.qualiteMoyenne !== null;
  const score = isScored ? t("qualite.note", { note: number(group.qualiteMoyenne, 1) }) : t("qualite.sansnote");
  const cell = (name) => html`
    <td key=${name} data-nom=${t(`suspicion.${name}`)}>
      <${Suspicion} group=${group} name=${name} />
    </td>
  `;
  return html`
    <tr>
      <th scope="row">
        <${Name} group=${group} axis=${axis} />
        <div class="doux petit">${households} · ${score}</div>
        ${axis === "regions" && group.id && html`<${MapButton} group=${group} />`}
      </th>
      ${SUSPICIONS.map(cell)}
      <td data-nom=${t("qualite.whipple")}><${Whipple} group=${group} /></td>
    </tr>
  `;
}

export function GroupTable({ groups, axis }) {
  const head = (name, key) => html`<${Head} key=${name} name=${name} label=${t(key)} title=${t(`${key}.aide`)} />`;
  const row = (group, index) => html`
    <${Group} key=${group.id ?? index} group=${group} axis=${axis} />
  `;
  const { name } = order.value ?? {};
  const key = name === WHIPPLE ? "qualite.whipple" : `suspicion.${name}`;
  const column = name === "nom" ? t(`qualite.${axis}`) : t(key);
  return html`
    <div class="lecture-suspects">
      <${Scale} />
      <p class="doux petit">${name ? t("qualite.ordre", { colonne: column }) : t("qualite.ordre.suspects")}</p>
    </div>
    <div class="feuille defile" tabindex="0" role="region" aria-label=${t(`qualite.${axis}`)}>
      <table class="lignes suspects">
        <caption class="hors-vue">${t(`qualite.${axis}`)}</caption>
        <thead>
          <tr>
            <${Head} name="nom" label=${t(`qualite.${axis}`)} />
            ${SUSPICIONS.map((name) => head(name, `suspicion.${name}`))}${head(WHIPPLE, "qualite.whipple")}
          </tr>
        </thead>
        <tbody>${sortGroups(groups).map(row)}</tbody>
      </table>
    </div>
  `;
}
