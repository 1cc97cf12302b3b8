/** Who of the surveyors has done what: their households by state, and when they last registered one. */

import { saveCsv } from "../components/download.js";
import { Icon } from "../components/icon.js";
import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { moment, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as collection from "./collection-state.js";
import { STATES } from "./transitions.js";

const MOST = 500; // surveyors that the service counts

function Row({ one }) {
  const isChosen = collection.filters.value.enqueteur === one.id;
  const choose = () => collection.setFilters({ enqueteur: isChosen ? "" : one.id });
  return html`
    <tr aria-current=${isChosen ? "true" : null}>
      <th scope="row">
        <button type="button" class="lien" aria-pressed=${isChosen} onClick=${choose}>${one.enqueteur}</button>
      </th>
      ${Object.keys(STATES).map((id) => html`<td key=${id} class="droite">${number(STATES[id].count(one))}</td>`)}
      <td>${moment(one.derniere)}</td>
    </tr>
  `;
}

/** Sum what all of them have done, and name the last day on which one registered a household. */
function Total({ rows, left }) {
  const sum = (id) => rows.reduce((all, one) => all + STATES[id].count(one), left?.[id] ?? 0);
  const days = rows.map((one) => one.derniere).filter(Boolean);
  return html`
    <tfoot>
      ${left && html`<${Unassigned} left=${left} />`}
      <tr>
        <th scope="row">${t("collecte.total")}</th>
        ${Object.keys(STATES).map((id) => html`<td key=${id} class="droite">${number(sum(id))}</td>`)}
        <td>${days.length > 0 && moment(days.sort().at(-1))}</td>
      </tr>
    </tfoot>
  `;
}

/** Return what nobody is named for, of the counts of all: {id: count} by state, or null where there is none. A chosen
 * list of surveyors that ends early would count theirs, too: nothing then. */
function countUnassigned(rows, all) {
  if (!all || rows.length >= MOST) return null;
  const left = Object.fromEntries(
    Object.entries(STATES).map(([id, { count }]) => [id, count(all) - rows.reduce((sum, one) => sum + count(one), 0)]),
  );
  return Object.values(left).some((n) => n > 0) ? left : null;
}

const Unassigned = ({ left }) => html`
  <tr class="sans-enqueteur">
    <th scope="row">${t("collecte.sansenqueteur")}</th>
    ${Object.keys(STATES).map((id) => html`<td key=${id} class="droite">${number(left[id])}</td>`)}
    <td></td>
  </tr>
`;

/** Save the table as it stands. */
function saveSurveyors(rows, left) {
  const header = [t("collecte.enqueteur"), ...Object.keys(STATES).map((id) => t(`etat.${id}`)), t("collecte.derniere")];
  const lines = rows.map((one) => [
    one.enqueteur,
    ...Object.values(STATES).map(({ count }) => count(one)),
    one.derniere?.slice(0, 10) ?? "",
  ]);
  const rest = left ? [[t("collecte.sansenqueteur"), ...Object.keys(STATES).map((id) => left[id]), ""]] : [];
  saveCsv(header, [...lines, ...rest], "collecte-par-enqueteur.csv");
}

/** What they are sorted by; null: those with most to do first. */
const order = createOrder();

const readValue = (one, name) => (name in STATES ? STATES[name].count(one) : one[name]);

/** Show the surveyors, those with most to do first; a name narrows the list to their households. `all`: the counts of
 * all households, with or without a surveyor. */
export function Surveyors({ rows, all }) {
  if (!rows.length) return null;
  const left = countUnassigned(rows, all);
  const sorted = sortRows(rows, order, readValue);
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
          <tbody>
            ${sorted.map((one) => html`<${Row} key=${one.id} one=${one} />`)}
          </tbody>
          <${Total} rows=${rows} left=${left} />
        </table>
      </div>
      <div class="actions">
        <button type="button" class="bouton" onClick=${() => saveSurveyors(sorted, left)}>
          <${Icon} name="download" />${t("csv.page")}
        </button>
      </div>
    </details>
  `;
}
