/** The groups of households with their suspicions, side by side. */

import { Icon } from "../components/icon.js";
import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { openPage, setView } from "../state/view.js";
import { Definitions } from "./quality-parts.js";
import { openHouseholds, pickGroup } from "./quality-state.js";
import {
  explainIndex,
  Index,
  listSuspect,
  measureAssured,
  Scale,
  SUSPICIONS,
  Suspicion,
  Whipple,
} from "./suspicions.js";

const WHIPPLE = "indiceWhipple";
const SUSPICION = "indiceSuspicion";
/** What the groups are sorted by; null: the most suspect first. */
const order = createOrder();

/** By its share at least assured, not by the bare one: one of four leads no column. */
function readValue(group, name) {
  if (name === "nom") return group.nom ?? "";
  return name in group.taux ? measureAssured(group[name], group.total) : (group[name] ?? -1);
}

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

/** Name a group, and lead to all of its households. */
const Name = ({ group, axis }) => html`
  <button
    type="button" class="lien" title=${t("qualite.voir")} onClick=${() => openHouseholds(pickGroup(axis, group))}
  >
    ${group.nom ?? t("inconnu")}
  </button>
`;

function Group({ group, axis }) {
  const households = `${number(group.total)} ${t("menages", { n: group.total })}`;
  const isScored = group.qualiteMoyenne !== null;
  const score = isScored ? t("qualite.note", { note: number(group.qualiteMoyenne, 1) }) : t("qualite.sansnote");
  const suspect = listSuspect(group);
  const open = (anomalie) => () => openHouseholds({ ...pickGroup(axis, group), anomalie });
  const cell = (name) => html`
    <td key=${name} data-nom=${t(`suspicion.${name}`)}>
      <${Suspicion} group=${group} name=${name} onOpen=${open(name)} />
    </td>
  `;
  return html`
    <tr>
      <th scope="row">
        <${Name} group=${group} axis=${axis} />
        <div class="doux petit">${households}<br /><span class="insecable">${score}</span></div>
        ${suspect.length > 0 && html`<div class="petit">${t("qualite.averifier", { quoi: suspect.join(", ") })}</div>`}
        ${axis === "regions" && group.id && html`<${MapButton} group=${group} />`}
      </th>
      <td data-nom=${t("qualite.soupcon")}><${Index} group=${group} /></td>
      ${SUSPICIONS.map(cell)}
      <td data-nom=${t("qualite.whipple")}><${Whipple} group=${group} onOpen=${open("agesRonds")} /></td>
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
  const isBySuspicion = !name || name === SUSPICION;
  return html`
    <p class="doux">${t("qualite.pressez")}</p>
    <div class="feuille defile" tabindex="0" role="region" aria-label=${t(`qualite.${axis}`)}>
      <table class="lignes suspects">
        <caption class="hors-vue">${t(`qualite.${axis}`)}</caption>
        <thead>
          <tr>
            <${OrderHead} order=${order} name="nom" label=${t(`qualite.${axis}`)} isText=${true} />
            <${OrderHead}
              order=${order} name=${SUSPICION} label=${t("qualite.soupcon")} title=${t("qualite.soupcon.aide")}
              isInitial=${true}
            />
            ${SUSPICIONS.map((name) => head(name, `suspicion.${name}`))}${head(WHIPPLE, "qualite.whipple")}
          </tr>
        </thead>
        <tbody>${sortGroups(groups).map(row)}</tbody>
      </table>
    </div>
    <div class="lecture-suspects">
      <${Definitions} order=${isBySuspicion ? t("qualite.ordre.suspects") : t("qualite.ordre", { colonne: column })}>
        <p>${explainIndex(groups)}</p>
        <${Scale} />
      <//>
    </div>
  `;
}
