/** The households of one state of the collection, to choose from. */

import { Empty } from "../components/feedback.js";
import { Pager } from "../components/pager.js";
import { date, number, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html } from "../preact.js";
import { chosen, findStatus, listPossible, pick, runTransition } from "./collection-state.js";

const COLUMNS = ["collecte.menage", "lieu", "collecte.enqueteur", "campagne", "collecte.qualite", "collecte.cree"];
const NUMBER = "collecte.qualite";

function Actions() {
  const count = chosen.value.size;
  const button = (name, index) => html`
    <button
      type="button" key=${name} id="move-${name}" class=${index ? "bouton" : "bouton principal"}
      disabled=${count === 0} onClick=${() => runTransition(name)}
    >
      ${t(`move.${name}`)}
    </button>
  `;
  return html`
    <div class="barre-choix">
      <span aria-live="polite">${t("collecte.choisis", { n: count })}</span>
      <div class="actions">${listPossible().map(button)}</div>
    </div>
  `;
}

const Box = ({ id, label, ids }) => html`
  <input
    type="checkbox" id=${id} aria-label=${label} checked=${ids.every((one) => chosen.value.has(one))}
    onChange=${(event) => pick(ids, event.target.checked)}
  />
`;

function Row({ item, isChoosable }) {
  const box = () => html`
    <td class="coche">
      <${Box} id="choix-${item.id}" label=${t("collecte.choisir", { code: item.codeMenage })} ids=${[item.id]} />
    </td>
  `;
  const open = () => visit(`menage/${item.id}`, { vue: "carte" });
  return html`
    <tr aria-selected=${isChoosable ? chosen.value.has(item.id) : null}>
      ${isChoosable && box()}
      <td>
        <button type="button" class="lien" onClick=${open}>${item.codeMenage}</button>
        <div class="doux petit">${item.chefMenage?.nomComplet ?? t("inconnu")}</div>
      </td>
      <td>${[item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–"}</td>
      <td>${item.enqueteur?.nomComplet ?? "–"}</td>
      <td>${item.campagne?.nom ?? "–"}</td>
      <td class="droite">${item.scoreQualite === null ? "–" : number(item.scoreQualite)}</td>
      <td>${date(item.createdAt)}</td>
    </tr>
  `;
}

export function CollectionTable({ rows, pagination }) {
  if (!rows.length) return html`<${Empty} text=${t("collecte.vide")} />`;
  const isChoosable = listPossible().length > 0;
  const ids = rows.map((item) => item.id);
  const all = () => html`
    <th scope="col" class="coche"><${Box} id="choix-tous" label=${t("collecte.tous")} ids=${ids} /></th>
  `;
  const head = (key) => html`<th scope="col" class=${key === NUMBER ? "droite" : null}>${t(key)}</th>`;
  return html`
    ${isChoosable && html`<${Actions} />`}
    <table class="lignes collecte">
      <caption class="hors-vue">${t(`etat.${findStatus()}`)}</caption>
      <thead><tr>${isChoosable && all()}${COLUMNS.map(head)}</tr></thead>
      <tbody>${rows.map((item) => html`<${Row} key=${item.id} item=${item} isChoosable=${isChoosable} />`)}</tbody>
    </table>
    <${Pager} pagination=${pagination} />
  `;
}
