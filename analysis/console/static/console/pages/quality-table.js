/** The groups of households with their suspicions, side by side. */

import { Icon } from "../components/icon.js";
import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { openPage, setView } from "../state/view.js";
import { filters, NO_FILTERS } from "./collection-state.js";
import { listSuspect, Scale, SUSPICIONS, Suspicion, Whipple } from "./suspicions.js";

const WHIPPLE = "indiceWhipple";
/** What the groups are sorted by; null: the most suspect first. */
const order = createOrder();

const readValue = (group, name) => (name === "nom" ? (group.nom ?? "") : (group.taux[name] ?? group[name] ?? -1));

/** Sort groups by the chosen column. */
export const sortGroups = (groups) => sortRows(groups, order, readValue);

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
    filters.value = { ...NO_FILTERS, [FILTERS[axis]]: group.id };
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
  const suspect = listSuspect(group).map((name) => t(`suspicion.${name}`).toLowerCase().replace("gps", "GPS"));
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
        ${suspect.length > 0 && html`<div class="petit">${t("qualite.averifier", { quoi: suspect.join(", ") })}</div>`}
        ${axis === "regions" && group.id && html`<${MapButton} group=${group} />`}
      </th>
      ${SUSPICIONS.map(cell)}
      <td data-nom=${t("qualite.whipple")}><${Whipple} group=${group} /></td>
    </tr>
  `;
}

export function GroupTable({ groups, axis }) {
  const head = (name, key) => html`
    <${OrderHead} key=${name} order=${order} name=${name} label=${t(key)} title=${t(`${key}.aide`)} />
  `;
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
            <${OrderHead} order=${order} name="nom" label=${t(`qualite.${axis}`)} isText=${true} />
            ${SUSPICIONS.map((name) => head(name, `suspicion.${name}`))}${head(WHIPPLE, "qualite.whipple")}
          </tr>
        </thead>
        <tbody>${sortGroups(groups).map(row)}</tbody>
      </table>
    </div>
  `;
}
