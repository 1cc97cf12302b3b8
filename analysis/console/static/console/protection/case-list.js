/** The cases that were read: for a purpose, narrowed first, a page at a time. Nothing stays in the browser. */

import { spellMonth } from "../components/day-text.js";
import { Empty, Failure } from "../components/feedback.js";
import { Form } from "../components/forms.js";
import { Pager } from "../components/pager.js";
import { code, t } from "../i18n.js";
import { html, signal, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { Question, readQuestion } from "./case-question.js";
import { STATUSES, WRITE } from "./case-words.js";
import { onLock } from "./lock.js";

const MOST = 50;

/** What was read, and why: each reading is recorded. @type {import("@preact/signals").Signal<any>} */
const reading = signal(null);

export const forgetReading = () => {
  reading.value = null;
};
onLock(forgetReading);

async function read(query, page = 1) {
  const { data, pagination } = await api.getJson("/vbg-cas", { ...query, page, limit: MOST });
  const { pages } = pagination;
  // The only case of the last page may have been deleted.
  if (pages && page > pages) return read(query, pages);
  reading.value = { query, rows: data, pagination };
}

/** Read the same page again, or another one, as it was asked for; nothing once it was closed. */
async function readAgain(page = reading.peek()?.pagination.page) {
  if (reading.peek()) await read(reading.peek().query, page);
}

/** Ask for the status of a case, or to delete one that was written by mistake. */
function Change({ row }) {
  const failure = useSignal(/** @type {any} */ (null));
  const run = (work) =>
    work()
      .then(() => readAgain())
      .catch((error) => {
        failure.value = error;
      });
  const change = (event) => {
    const statut = event.target.value;
    return run(() => api.send("PUT", `/vbg-cas/${row.id}`, { statut }));
  };
  const remove = () =>
    confirm(t("protection.cas.supprimer.sur", row)) && run(() => api.send("DELETE", `/vbg-cas/${row.id}`));
  return html`
    <div class="actions">
      <label class="champ">
        <select aria-label=${t("protection.cas.statut.de", row)} onChange=${change} autocomplete="off">
          ${STATUSES.map(
            (one) =>
              html`<option value=${one} selected=${one === row.statut} key=${one}>${code("statutcas", one)}</option>`,
          )}
        </select>
      </label>
      <button type="button" class="bouton" onClick=${remove}>${t("protection.cas.supprimer")}</button>
    </div>
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}

const COLUMNS = [
  "protection.cas.reference",
  "protection.mois",
  "protection.lieu",
  "protection.service",
  "protection.rubrique",
  "champ.trancheAge",
  "protection.sexe",
  "champ.statut",
];

const CaseRow = ({ row }) => html`
  <tr>
    <td data-nom=${t("protection.cas.reference")}><strong>${row.reference}</strong></td>
    <td data-nom=${t("protection.mois")}>${spellMonth(row.mois)}</td>
    <td data-nom=${t("protection.lieu")}>${[row.secteurNom, row.regionNom].filter(Boolean).join(", ")}</td>
    <td data-nom=${t("protection.service")}>${row.serviceNom ?? "–"}</td>
    <td data-nom=${t("protection.rubrique")}>${code("rubrique", row.rubrique)}</td>
    <td data-nom=${t("champ.trancheAge")}>${code("tranche", row.trancheAge)}</td>
    <td data-nom=${t("protection.sexe")}>${code("sexe", row.sexe)}</td>
    <td data-nom=${t("champ.statut")}>
      ${may(WRITE) ? html`<${Change} row=${row} />` : code("statutcas", row.statut)}
    </td>
  </tr>
`;

function Rows() {
  const failure = useSignal(/** @type {any} */ (null));
  if (!reading.value) return null;
  const { query, rows, pagination } = reading.value;
  const { motif, ...filters } = query;
  const isNarrowed = Object.values(filters).some(Boolean);
  if (!rows.length) return html`<${Empty} text=${t(isNarrowed ? "protection.cas.sans" : "protection.cas.aucun")} />`;
  const turn = async (page) => {
    try {
      failure.value = null;
      await readAgain(page);
    } catch (error) {
      failure.value = error;
    }
  };
  const counts = { n: rows.length, nombre: rows.length, total: pagination.total };
  return html`
    ${
      pagination.pages > 1
        ? html`<${Pager} pagination=${pagination} onGo=${turn} />`
        : html`<p class="doux">${t("protection.cas.lus", counts)}</p>`
    }
    ${failure.value && html`<${Failure} error=${failure.value} />`}
    <div class="defile-table" tabindex="0" role="region" aria-label=${t("protection.cas.lire")}>
      <table class="lignes paiements">
        <caption class="hors-vue">${t("protection.cas.lire")}</caption>
        <thead><tr>${COLUMNS.map((name) => html`<th scope="col" key=${name}>${t(name)}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<${CaseRow} row=${row} key=${row.id} />`)}</tbody>
      </table>
    </div>
    <button type="button" class="bouton" onClick=${forgetReading}>${t("fermer")}</button>
  `;
}

export const CaseList = () => html`
  <section class="feuille" aria-label=${t("protection.cas.lire")}>
    <h2>${t("protection.cas.lire")}</h2>
    <p class="doux">${t("protection.cas.lire.texte")}</p>
    <${Form} label=${t("protection.cas.montrer")} send=${(form) => read(readQuestion(form))} onDone=${() => {}}>
      <${Question} />
    <//>
    <${Rows} />
  </section>
`;
