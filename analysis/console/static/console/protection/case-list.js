/** The cases that were read: for a purpose, narrowed first, a page at a time. Nothing stays in the browser. */

import { spellMonth } from "../components/day-text.js";
import { Empty, Failure } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Pager } from "../components/pager.js";
import { code, t } from "../i18n.js";
import { html, signal, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { RUBRIQUES, STATUSES, WRITE } from "./case-words.js";
import { onLock } from "./lock.js";
import { listServices, PlaceFields } from "./places.js";

const PURPOSES = ["suivi", "orientation", "correction", "controle"];
const MOST = 50;
const NOWHERE = { region: "", secteur: "" };

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

/** Return what a form asks for; a month is asked for as its first day, which is all that a case keeps of its date. */
function readQuestion(form) {
  const month = form.mois.value && `${form.mois.value}-01`;
  return {
    motif: form.motif.value,
    reference: form.reference.value.trim(),
    region: form.region.value,
    secteur: form.secteur?.value,
    service: form.service?.value,
    dateDebut: month,
    dateFin: month,
    rubrique: form.rubrique.value,
    statut: form.statut.value,
  };
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

const Chosen = ({ name, label, all, options }) => html`
  <${SelectField} label=${label} name=${name} id="lire-${name}" autocomplete="off" options=${[["", all], ...options]} />
`;
const withCodes = (group, values) => values.map((one) => [one, code(group, one)]);

/** What a reading is for, and which cases it asks for: it is recorded, so that no field asks by itself. */
function Question() {
  const place = useSignal(NOWHERE);
  const services = useMemo(createLoader, []);
  useEffect(() => {
    if (may("vbg.lire")) services.load(listServices);
  }, []);
  const choose = (patch) => {
    place.value = { ...place.value, ...patch };
  };
  return html`
    <div class="deux">
      <${SelectField}
        label=${t("protection.motif")} name="motif" autocomplete="off" required
        options=${[["", t("protection.cas.choisir")], ...PURPOSES.map((one) => [one, t(`protection.motif.${one}`)])]}
      />
      <${InputField}
        label=${t("protection.cas.reference")} name="reference" autocomplete="off" maxlength="8"
        help=${t("protection.cas.reference.aide")}
      />
      <${PlaceFields} chosen=${place.value} onChoose=${choose} prefix="lire" />
      ${
        services.value &&
        html`<${Chosen}
          name="service" label=${t("protection.service")} all=${t("tous.statuts")} options=${services.value}
        />`
      }
      <${InputField}
        label=${t("protection.mois")} name="mois" id="lire-mois" type="month" min="2000-01" autocomplete="off"
      />
      <${Chosen}
        name="rubrique" label=${t("protection.rubrique")} all=${t("tous.region")}
        options=${withCodes("rubrique", RUBRIQUES)}
      />
      <${Chosen}
        name="statut" label=${t("champ.statut")} all=${t("tous.statuts")} options=${withCodes("statutcas", STATUSES)}
      />
    </div>
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
