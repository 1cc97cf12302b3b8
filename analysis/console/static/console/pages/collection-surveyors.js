/** Who of the surveyors has done what: their households by state, and when they last registered one. */

import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { moment, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as collection from "./collection-state.js";
import { STATES } from "./transitions.js";

function Row({ one }) {
  const isShown = collection.filters.value.enqueteur === one.id;
  const choose = () => collection.setFilters({ enqueteur: isShown ? "" : one.id });
  return html`
    <tr aria-current=${isShown ? "true" : null}>
      <th scope="row">
        <button type="button" class="lien" aria-pressed=${isShown} onClick=${choose}>${one.enqueteur}</button>
      </th>
      ${Object.keys(STATES).map((id) => html`<td key=${id} class="droite">${number(STATES[id].count(one))}</td>`)}
      <td>${moment(one.derniere)}</td>
    </tr>
  `;
}

/** Sum what all of them have done, and name the last day on which one registered a household. */
function Total({ rows }) {
  const sum = (id) => rows.reduce((all, one) => all + STATES[id].count(one), 0);
  const days = rows.map((one) => one.derniere).filter(Boolean);
  return html`
    <tfoot>
      <tr>
        <th scope="row">${t("collecte.total")}</th>
        ${Object.keys(STATES).map((id) => html`<td key=${id} class="droite">${number(sum(id))}</td>`)}
        <td>${days.length > 0 && moment(days.sort().at(-1))}</td>
      </tr>
    </tfoot>
  `;
}

/** What they are sorted by; null: those with most to do first. */
const order = createOrder();

const readValue = (one, name) => (name in STATES ? STATES[name].count(one) : one[name]);

/** Show the surveyors, those with most to do first; a name narrows the list to their households. */
export function Surveyors({ rows }) {
  if (!rows.length) return null;
  const head = (id) => html`
    <${OrderHead} key=${id} order=${order} name=${id} label=${t(`etat.${id}`)} isNumber=${true} />
  `;
  return html`
    <details class="feuille" id="par-enqueteur">
      <summary>${t("collecte.parenqueteur", { n: rows.length })}</summary>
      <div class="defile">
        <table class="lignes enqueteurs">
          <caption class="hors-vue">${t("collecte.parenqueteur", { n: rows.length })}</caption>
          <thead>
            <tr>
              <${OrderHead} order=${order} name="enqueteur" label=${t("collecte.enqueteur")} isText=${true} />
              ${Object.keys(STATES).map(head)}
              <${OrderHead} order=${order} name="derniere" label=${t("collecte.derniere")} />
            </tr>
          </thead>
          <tbody>${sortRows(rows, order, readValue).map((one) => html`<${Row} key=${one.id} one=${one} />`)}</tbody>
          <${Total} rows=${rows} />
        </table>
      </div>
    </details>
  `;
}
