/** Who of the surveyors has done what: their households by state, and when they last registered one. */

import { Icon } from "../components/icon.js";
import { moment, number, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import * as collection from "./collection-state.js";
import { STATES } from "./transitions.js";

function Row({ one }) {
  const isShown = collection.filters.value.enqueteur === one.id;
  const choose = () => collection.setFilter("enqueteur", isShown ? "" : one.id);
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

/** What they are sorted by: {name, isUp}; null: as the service answers. */
const order = signal(/** @type {any} */ (null));

const NAME = "enqueteur";
const LAST = "derniere";
const readValue = (one, name) => (name in STATES ? STATES[name].count(one) : one[name]);

/** Sort the surveyors by the chosen column. */
function sortRows(rows) {
  if (!order.value) return rows;
  const { name, isUp } = order.value;
  const sign = isUp ? 1 : -1;
  const compare = (one, other) => (typeof one === "number" ? one - other : one.localeCompare(other));
  return [...rows].sort((one, other) => sign * compare(readValue(one, name), readValue(other, name)));
}

/** Show the head of a column: a press sorts, names upwards and figures downwards first, then the reverse. */
function Head({ name, label, isNumber = false }) {
  const now = order.value?.name === name ? order.value : null;
  const direction = now?.isUp ? "up" : "down";
  const sort = () => {
    order.value = { name, isUp: now ? !now.isUp : name === NAME };
  };
  return html`
    <th
      scope="col" class=${isNumber ? "droite" : ""} aria-sort=${now ? `${now.isUp ? "as" : "des"}cending` : "none"}
    >
      <button type="button" class="tri" onClick=${sort}>${label}<${Icon} name=${now ? direction : "sort"} /></button>
    </th>
  `;
}

/** Show the surveyors, those with most to do first; a name narrows the list to their households. */
export function Surveyors({ rows }) {
  if (!rows.length) return null;
  const head = (id) => html`<${Head} key=${id} name=${id} label=${t(`etat.${id}`)} isNumber=${true} />`;
  return html`
    <details class="feuille" id="par-enqueteur">
      <summary>${t("collecte.parenqueteur", { n: rows.length })}</summary>
      <div class="defile">
        <table class="lignes enqueteurs">
          <caption class="hors-vue">${t("collecte.parenqueteur", { n: rows.length })}</caption>
          <thead>
            <tr>
              <${Head} name=${NAME} label=${t("collecte.enqueteur")} />
              ${Object.keys(STATES).map(head)}
              <${Head} name=${LAST} label=${t("collecte.derniere")} />
            </tr>
          </thead>
          <tbody>${sortRows(rows).map((one) => html`<${Row} key=${one.id} one=${one} />`)}</tbody>
        </table>
      </div>
    </details>
  `;
}
