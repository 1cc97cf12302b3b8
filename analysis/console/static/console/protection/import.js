/** Import of a workbook: choose it, say what its columns are, try it, then write it. */

import { Failure, Progress, Skeleton } from "../components/feedback.js";
import { Choice, SelectField } from "../components/fields.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/forms.js";
import { number, t } from "../i18n.js";
import { html, signal, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { onLock } from "./lock.js";
import { ImportOutcome, MappingFields, readMapping, sendWaiting } from "./mapping.js";

/** What a workbook may hold, and the right that sending it asks for. @type {Record<string, string>} */
const RIGHTS = { services: "vbg.importer", agents: "vbg.importer", cas: "vbg.saisir" };
const listKinds = () => Object.keys(RIGHTS).filter((kind) => may(RIGHTS[kind]));
const ALL_ROWS = 100;

/** The uploaded workbook with its analysis; null before. @type {import("@preact/signals").Signal<any>} */
const workbook = signal(null);
/** What the last import did, or would do. @type {import("@preact/signals").Signal<any>} */
const outcome = signal(null);

function forget() {
  workbook.value = null;
  outcome.value = null;
}
onLock(forget);

async function sendWorkbook(form, onShare) {
  const sent = new FormData();
  sent.set("file", form.file.files[0]);
  sent.set("type", form.type.value);
  const { body } = await api.upload("/vbg-analytics/upload", sent, { onProgress: onShare });
  const { fileId } = body.data;
  const [analysis, sample] = await Promise.all([
    api.get(`/vbg-analytics/analyze/${fileId}`),
    api.get(`/vbg-analytics/sample/${fileId}`, { limit: 3 }),
  ]);
  return { fileId, type: form.type.value, ...analysis, sample };
}

function Chooser() {
  const share = useSignal(/** @type {number | null} */ (null));
  const run = async (form) => {
    try {
      return await sendWorkbook(form, (part) => (share.value = part));
    } finally {
      share.value = null;
    }
  };
  const done = (found) => {
    workbook.value = found;
  };
  return html`
    <p class="doux">${t("protection.classeur.texte")}</p>
    ${may(RIGHTS.cas) && html`<p class="doux">${t("protection.cas.colonnes")}</p>`}
    <${Form} label=${t("protection.analyser")} send=${run} onDone=${done}>
      <${SelectField}
        label=${t("protection.contenu")} name="type"
          options=${listKinds().map((kind) => [kind, t(`protection.${kind}.fichier`)])}
      />
      <${FileField}
        label=${t("protection.fichier")} name="file" help=${t("protection.fichier.aide")} accept=".xlsx,.xls" required
      />
      ${
        share.value !== null &&
        html`<${Progress} share=${share.value < 1 ? share.value : null} label=${t("import.envoi")} />`
      }
    <//>
  `;
}

const Sample = ({ headers, rows }) => html`
  <div class="defile-table" tabindex="0" role="region" aria-label=${t("protection.apercu")}>
    <table class="lignes">
      <caption class="hors-vue">${t("protection.apercu")}</caption>
      <thead><tr>${headers.map((name) => html`<th scope="col" key=${name}>${name}</th>`)}</tr></thead>
      <tbody>
        ${rows.slice(0, ALL_ROWS).map((row) => html`<tr>${row.map((cell) => html`<td>${cell ?? ""}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>
`;

const describeCounts = ({ totalRows, imported, updated, skipped }) => [
  [t("protection.lues"), number(totalRows)],
  [t("protection.nouvelles"), number(imported)],
  [t("protection.modifiees"), number(updated)],
  [t("protection.laissees"), number(skipped)],
];

function Outcome() {
  const done = outcome.value;
  if (!done) return null;
  if (done === "waiting") return html`<${Skeleton} lines=${2} />`;
  if (done instanceof Error) return html`<${Failure} error=${done} />`;
  const errors = done.errors.map(({ row, column, message }) => [
    [t("protection.ligne", { ligne: row }), column].filter(Boolean).join(" · "),
    message,
  ]);
  return html`
    <p class="dit">${t(done.isTrial ? "protection.essai.fait" : "protection.import.fait")}</p>
    <${ImportOutcome} counts=${describeCounts(done)} errors=${errors} />
  `;
}

function Importer({ fileId, type, analysis, mappingSuggestion, sample }) {
  const columns = analysis.columns.map(({ name }) => [name, name]);
  const send = (form) => {
    const options = { updateExisting: form.updateExisting?.checked ?? false, dryRun: form.dryRun.checked };
    const mapping = readMapping(form, mappingSuggestion);
    return sendWaiting(outcome, async () => {
      const counts = await api.post(`/vbg-analytics/import/${type}`, { fileId, mapping, options });
      return { ...counts, isTrial: options.dryRun };
    });
  };
  const done = (counts) => {
    outcome.value = counts;
  };
  const { totalRows: n, invalidRows } = analysis;
  const counts = { n, nombre: number(n), invalides: number(invalidRows) };
  const again = html`<button type="button" class="bouton" onClick=${forget}>${t("protection.autre")}</button>`;
  return html`
    <p>${t("protection.trouve", counts)}</p>
    <${Sample} ...${sample} />
    <${Form} label=${t("protection.importer")} send=${send} onDone=${done} extra=${again}>
      <${MappingFields} suggestion=${mappingSuggestion} columns=${columns} />
      <${Choice} name="dryRun" defaultChecked>${t("protection.essai")}<//>
      ${type !== "cas" && html`<${Choice} name="updateExisting">${t("protection.remplacer")}<//>`}
    <//>
    <${Outcome} />
  `;
}

export const ImportPage = () => html`
  <div class="pile">
    ${workbook.value ? html`<${Importer} ...${workbook.value} key=${workbook.value.fileId} />` : html`<${Chooser} />`}
  </div>
`;
