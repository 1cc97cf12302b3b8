/** The groups of households with their suspicions, side by side. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { openPage, setView } from "../state/view.js";
import { findFullShare, SUSPICIONS, Suspicion, Whipple } from "./suspicions.js";

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

function Group({ group, axis, fullShares }) {
  const households = `${number(group.total)} ${t("menages", { n: group.total })}`;
  const score = t("qualite.note", { note: number(group.qualiteMoyenne, 1) });
  const cell = (name) => html`
    <td key=${name} data-nom=${t(`suspicion.${name}`)}>
      <${Suspicion} group=${group} name=${name} fullShare=${fullShares[name]} />
    </td>
  `;
  return html`
    <tr>
      <th scope="row">
        ${group.nom ?? t("inconnu")}
        <div class="doux petit">${households} · ${score}</div>
        ${axis === "regions" && group.id && html`<${MapButton} group=${group} />`}
      </th>
      ${SUSPICIONS.map(cell)}
      <td data-nom=${t("qualite.whipple")}><${Whipple} group=${group} /></td>
    </tr>
  `;
}

export function GroupTable({ groups, axis }) {
  const fullShares = Object.fromEntries(SUSPICIONS.map((name) => [name, findFullShare(groups, name)]));
  const head = (key) => html`<th scope="col" key=${key} title=${t(`${key}.aide`)}>${t(key)}</th>`;
  const row = (group, index) => html`
    <${Group} key=${group.id ?? index} group=${group} axis=${axis} fullShares=${fullShares} />
  `;
  return html`
    <div class="feuille defile" tabindex="0" role="region" aria-label=${t(`qualite.${axis}`)}>
      <table class="lignes suspects">
        <caption class="hors-vue">${t(`qualite.${axis}`)}</caption>
        <thead>
          <tr>
            <th scope="col">${t(`qualite.${axis}`)}</th>
            ${SUSPICIONS.map((name) => head(`suspicion.${name}`))}${head("qualite.whipple")}
          </tr>
        </thead>
        <tbody>${groups.map(row)}</tbody>
      </table>
    </div>
  `;
}
