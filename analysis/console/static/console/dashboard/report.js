/** A report of a programme or a region: asked for, waited for, and downloaded. */

import { saveFile } from "../components/download.js";
import { Done, Failure, Progress } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useRef, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { waitForJob } from "../server/jobs.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";

/** Read what there may be reports of: "region/<id>" or "programme/<id>" with its name. */
export async function listSubjects() {
  const regions = (await places.listRegions()).map(({ id, nom }) => [`region/${id}`, nom]);
  if (!may("transferts.lire")) return regions;
  const { data } = await api.getJson("/programmes", { limit: 100 });
  return [...data.map(({ id, nom }) => [`programme/${id}`, nom]), ...regions];
}

/** Send what the form asks for; resolves with the job. */
function sendReport(form) {
  const [kind, id] = form.regionId.value.split("/");
  return api.post("/rapports", {
    [`${kind}Id`]: id,
    format: form.format.value,
    dateDebut: form.dateDebut.value || null,
    dateFin: form.dateFin.value || null,
  });
}

const askReport = (subjects) =>
  ask({
    title: t("rapport"),
    text: t("rapport.texte"),
    label: t("rapport.etablir"),
    parts: html`
      <${SelectField} label=${t("rapport.sujet")} name="regionId" options=${subjects} />
      <div class="deux">
        <${InputField} label=${t("tableau.du")} name="dateDebut" type="date" />
        <${InputField} label=${t("tableau.au")} name="dateFin" type="date" />
      </div>
      <${SelectField}
        label=${t("rapport.format")} name="format"
        options=${[["pdf", "PDF"], ["xlsx", "Excel (XLSX)"]]}
      />
    `,
    send: sendReport,
  });

/** Show the button of reports, and how far the one that was asked for is. */
export function Report() {
  const share = useSignal(/** @type {number | null} */ (null));
  const isBusy = useSignal(false);
  const file = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  async function run() {
    failure.value = null;
    file.value = "";
    try {
      const job = await askReport(await listSubjects());
      if (!job) return;
      isBusy.value = true;
      const look = ({ progression }) => {
        share.value = progression.pourcentage / 100;
      };
      const made = await waitForJob(job.jobId, look, leaving.current.signal);
      const { blob } = await api.getFile(`/fichiers/${made.fichier}/contenu`);
      saveFile(blob, made.nom);
      file.value = made.nom;
    } catch (error) {
      if (!isAborted(error)) failure.value = error;
    } finally {
      isBusy.value = false;
    }
  }
  return html`
    <div class="actions">
      <button type="button" class="bouton" id="rapport" disabled=${isBusy.value} onClick=${run}>
        <${Icon} name="file" />${t("rapport")}
      </button>
    </div>
    ${isBusy.value && html`<${Progress} share=${share.value} label=${t("rapport.prepare")} />`}
    ${file.value && html`<${Done} text=${t("rapport.pret", { nom: file.value })} />`}
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}
