/** One job in a list: what it is, how far it is, what came of it, and what can be done. */

import { describeError, Progress } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { code, moment, t } from "../i18n.js";
import { countExamples } from "../imports/counts.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { isOpen } from "../server/jobs.js";
import { setView } from "../state/view.js";
import { findJobAddress, isImport, isWritingImport, viewImported } from "./jobs-state.js";

const TONES = { termine: "oui", echoue: "contre", annule: "" };

/** Say in numbers what a job did. */
function describeResult(job) {
  const { resultat } = job;
  if (!resultat || job.statut !== "termine") return "";
  if (isWritingImport(job)) {
    const { imported = 0, updated = 0, skipped = 0, known = 0 } = resultat;
    // As the page of the import counts: neither known households nor the example of the template were left out.
    const left = skipped - known - countExamples(resultat);
    return t("taches.import", { crees: imported, majour: updated, sautees: left });
  }
  if (typeof resultat.reussis === "number")
    return t("taches.masse", { faits: resultat.reussis, refus: resultat.echoues });
  return "";
}

const nameJob = (job) => (isImport(job) && !isWritingImport(job) ? t("taches.verification") : job.nom);

function Running({ job, onChange }) {
  const isCancelling = useSignal(false);
  const failure = useSignal("");
  const { fait, total, pourcentage } = job.progression;
  const cancel = async () => {
    isCancelling.value = true;
    try {
      await api.post(`/jobs/${job.id}/annuler`);
      onChange();
    } catch (error) {
      failure.value = describeError(error);
    }
  };
  return html`
    <${Progress}
      share=${total ? pourcentage / 100 : null} label=${code("tache", job.statut)}
      detail=${total ? t("taches.avance", { fait, total }) : ""}
    />
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
    <button type="button" class="bouton" disabled=${isCancelling.value} onClick=${cancel}>${t("annuler")}</button>
  `;
}

function Ended({ job }) {
  const address = findJobAddress(job);
  const isOnMap = isWritingImport(job) && job.statut === "termine" && job.resultat?.imported > 0;
  const result = describeResult(job);
  return html`
    ${result && html`<p>${result}</p>`}
    ${job.erreur && html`<p class="cite">${job.erreur}</p>`}
    ${isWritingImport(job) && job.statut === "echoue" && html`<p class="doux">${t("taches.reprendre")}</p>`}
    <div class="actions">
      ${
        isOnMap &&
        html`
          <button type="button" class="bouton" onClick=${() => setView(viewImported(job.id))}>
            <${Icon} name="map" />${t("import.voir")}
          </button>
        `
      }
      ${address && html`<a class="bouton" href=${address}>${t("taches.ouvrir")}</a>`}
    </div>
  `;
}

/** `onChange()` when something was asked of the job. */
export const JobRow = ({ job, onChange }) => html`
  <li class="tache">
    <div class="tache-tete">
      <div>
        <strong>${nameJob(job)}</strong>${job.fichier && html`<span class="coupe">${job.fichier}</span>`}
        <span class="doux petit">${t("taches.lancee", { quand: moment(job.createdAt) })}</span>
      </div>
      <span class="insigne ${TONES[job.statut] ?? ""}" hidden=${isOpen(job)}>
        ${code("tache", job.statut)}
      </span>
    </div>
    ${isOpen(job) ? html`<${Running} job=${job} onChange=${onChange} />` : html`<${Ended} job=${job} />`}
  </li>
`;
