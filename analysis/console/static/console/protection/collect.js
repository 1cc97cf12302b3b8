/** Collectors: which form of the platform holds services, what its questions fill, and its synchronisation. */

import { Empty, Loaded, Skeleton } from "../components/feedback.js";
import { Choice } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { date, number, t } from "../i18n.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { WRITE } from "./case-words.js";
import { CollectCases } from "./collect-cases.js";
import { onLock } from "./lock.js";
import { ImportOutcome, MappingFields, readMapping, sendWaiting } from "./mapping.js";

export const IMPORT = "vbg.importer";
const PATH = "/vbg-analytics/collector";
const connection = createLoader();
const questions = createLoader();
const chosen = signal(/** @type {string | null} */ (null));
/** @type {import("@preact/signals").Signal<any>} */
const outcome = signal(null);

onLock(() => {
  chosen.value = null;
  outcome.value = null;
  for (const loader of [connection, questions]) {
    loader.abort();
    loader.answer.value = null;
  }
});

async function readConnection(wanted) {
  const status = await api.get(`${PATH}/status`, {}, wanted);
  const forms = status.connected ? await api.get(`${PATH}/forms`, { plateforme: status.plateforme }, wanted) : [];
  return { status, forms };
}

function choose(uid) {
  chosen.value = uid;
  outcome.value = null;
  questions.load((wanted) => api.get(`${PATH}/fields/${encodeURIComponent(uid)}`, {}, wanted));
}

const describeCounts = (done) => [
  [t("protection.soumissions"), number(done.totalRecords)],
  [t("protection.nouvelles"), number(done.imported)],
  [t("protection.modifiees"), number(done.updated)],
  [t("protection.laissees"), number(done.skipped)],
  [t("protection.fermes"), number(done.fermes)],
  [t("protection.renvoyes"), number(done.statutsRenvoyes)],
];

function Outcome() {
  const done = outcome.value;
  if (!done) return null;
  if (done === "waiting") return html`<${Skeleton} lines=${2} />`;
  if (done.jobId) return html`<p class="dit">${t("protection.arriere")}</p>`;
  const errors = done.errors.map(({ submission, message }) => [submission ?? "", message]);
  return html`<${ImportOutcome} counts=${describeCounts(done)} errors=${errors} />`;
}

function Synchroniser({ formId, formName, fields, mappingSuggestion }) {
  const columns = fields.map(({ name, label }) => [name, label ? `${label} (${name})` : name]);
  const send = (form) => {
    const mapping = readMapping(form, mappingSuggestion);
    const options = {
      updateExisting: form.updateExisting.checked,
      renvoyerStatuts: form.renvoyerStatuts.checked,
    };
    return sendWaiting(outcome, () => api.post(`${PATH}/sync`, { formId, mapping, options }));
  };
  const done = (answer) => {
    outcome.value = answer;
  };
  return html`
    <h2>${formName}</h2>
    <${Form} label=${t("protection.synchroniser")} send=${send} onDone=${done}>
      <${MappingFields} suggestion=${mappingSuggestion} columns=${columns} />
      <${Choice} name="updateExisting" defaultChecked>${t("protection.suivre")}<//>
      <${Choice} name="renvoyerStatuts">${t("protection.dire")}<//>
    <//>
    <${Outcome} />
  `;
}

const FormRow = (form) => html`
  <li key=${form.uid}>
    <button type="button" class="lien" aria-pressed=${form.uid === chosen.value} onClick=${() => choose(form.uid)}>
      ${form.name}
    </button>
    <span class="doux">${" "}${t("protection.recues", { n: form.submissions, nombre: number(form.submissions) })}</span>
  </li>
`;

function Connection({ status, forms }) {
  if (!status.connected) return html`<${Empty} text=${t("protection.sansplateforme")} />`;
  const last = status.lastSync ? date(status.lastSync) : t("protection.jamais");
  return html`
    <p>${status.apiUrl} · ${t("protection.derniere", { quand: last })}</p>
    ${
      forms.length
        ? html`<ul class="rangees">${forms.map(FormRow)}</ul>`
        : html`<${Empty} text=${t("protection.sansformulaire")} />`
    }
  `;
}

function CollectServices() {
  useEffect(() => {
    connection.load(readConnection);
  }, []);
  return html`
    <div class="pile">
      <p class="doux">${t("protection.collecteur.texte")}</p>
      <div class="feuille">
        <${Loaded} from=${connection} lines=${3}>${(found) => html`<${Connection} ...${found} />`}<//>
      </div>
      ${
        chosen.value &&
        html`
          <${Loaded} from=${questions}>${(found) => html`<${Synchroniser} ...${found} key=${found.formId} />`}<//>
        `
      }
    </div>
  `;
}

/** Services for who imports them, cases for who writes them. */
export const CollectPage = () => html`
  <div class="pile">
    ${may(IMPORT) && html`<${CollectServices} />`}
    ${may(WRITE) && html`<${CollectCases} />`}
  </div>
`;
