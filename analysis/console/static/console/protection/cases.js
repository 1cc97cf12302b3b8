/** Cases: written one by one by who may write, read with a purpose by who may read. Nothing stays in the browser. */

import { Done, Empty, Failure } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Pager } from "../components/pager.js";
import { code, t } from "../i18n.js";
import { html, signal, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { CaseForm } from "./case-form.js";
import { onLock } from "./lock.js";

export const WRITE = "vbg.saisir";
export const READ_CASES = "vbg.voir_cas";
const PURPOSES = ["suivi", "orientation", "correction", "controle"];
const STATUSES = ["en_cours", "resolu", "transfere", "clos"];
const MOST = 50;

/** What was read, and why: each reading is recorded. @type {import("@preact/signals").Signal<any>} */
const reading = signal(null);

onLock(() => {
  reading.value = null;
});

async function read(motif, page = 1) {
  const { data, pagination } = await api.getJson("/vbg-cas", { motif, page, limit: MOST });
  const { pages } = pagination;
  // The only case of the last page may have been deleted.
  if (pages && page > pages) return read(motif, pages);
  reading.value = { motif, rows: data, pagination };
}

/** Read the same page again, or another one, for the purpose that was chosen; nothing once it was closed. */
async function readAgain(page = reading.peek()?.pagination.page) {
  if (reading.peek()) await read(reading.peek().motif, page);
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
    confirm(t("protection.cas.supprimer.sur")) && run(() => api.send("DELETE", `/vbg-cas/${row.id}`));
  return html`
    <div class="actions">
      <select aria-label=${t("champ.statut")} onChange=${change} autocomplete="off">
        ${STATUSES.map(
          (one) =>
            html`<option value=${one} selected=${one === row.statut} key=${one}>${code("statutcas", one)}</option>`,
        )}
      </select>
      <button type="button" class="bouton" onClick=${remove}>${t("protection.cas.supprimer")}</button>
    </div>
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}

const COLUMNS = ["protection.mois", "protection.rubrique", "champ.trancheAge", "protection.sexe", "champ.statut"];

const CaseRow = ({ row }) => html`
  <tr>
    <td data-nom=${t("protection.mois")}>${row.mois.slice(0, 7)}</td>
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
  const { rows, pagination } = reading.value;
  if (!rows.length) return html`<${Empty} text=${t("protection.cas.aucun")} />`;
  const close = () => {
    reading.value = null;
  };
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
    <button type="button" class="bouton" onClick=${close}>${t("fermer")}</button>
  `;
}

const Reader = () => html`
  <section class="feuille" aria-label=${t("protection.cas.lire")}>
    <h2>${t("protection.cas.lire")}</h2>
    <p class="doux">${t("protection.cas.lire.texte")}</p>
    <${Form} label=${t("protection.cas.montrer")} send=${(form) => read(form.motif.value)} onDone=${() => {}}>
      <${SelectField}
        label=${t("protection.motif")} name="motif" autocomplete="off" required
        options=${[["", t("protection.cas.choisir")], ...PURPOSES.map((one) => [one, t(`protection.motif.${one}`)])]}
      />
    <//>
    <${Rows} />
  </section>
`;

export function CasesPage() {
  const written = useSignal(0);
  useEffect(
    () => () => {
      reading.value = null;
    },
    [],
  );
  return html`
    <div class="pile">
      ${
        may(WRITE) &&
        html`
          <section class="feuille" aria-label=${t("protection.cas.saisir")}>
            <h2>${t("protection.cas.saisir")}</h2>
            ${written.value > 0 && html`<${Done} text=${t("protection.cas.saisi")} />`}
            <${CaseForm} key=${written.value} onDone=${() => (written.value += 1)} />
          </section>
        `
      }
      ${may(READ_CASES) && html`<${Reader} />`}
    </div>
  `;
}
