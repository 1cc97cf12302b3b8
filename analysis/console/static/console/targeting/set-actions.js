/** What is done with a stored rule set: copy it, evaluate all households by it, delete it. */

import { Choice, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { percent, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import * as api from "../server/api.js";
import { waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";
import { catalogue } from "./catalogue.js";

/** What was done last, in a sentence. */
export const message = signal("");

export async function askClone(set) {
  const programmes = catalogue.value.programmes.map((one) => [one.id, one.nom]);
  const parts = html`
    <${InputField} label=${t("ciblage.nom")} name="nom" value=${t("ciblage.copiede", { nom: set.nom })} required
      maxlength="255" />
    <${SelectField} label=${t("ciblage.programme")} name="programmeId"
      options=${[["", t("ciblage.sansprogramme")], ...programmes]} />
  `;
  const send = (form) =>
    api.post(`/eligibility/rulesets/${set.id}/clone`, {
      nom: form.nom.value,
      programmeId: form.programmeId.value || null,
    });
  const title = t("ciblage.copier");
  const created = await ask({ title, text: t("ciblage.copier.texte"), parts, label: title, send });
  if (created) setView({ element: created.id, onglet: null });
}

async function evaluate(set, isUpdate) {
  const answer = await api.post("/eligibility/evaluate/batch", { ruleSetId: set.id, updateEligibility: isUpdate });
  return answer.jobId ? waitForJob(answer.jobId, () => {}, new AbortController().signal) : answer;
}

export async function askBatch(set) {
  const parts = may("registre.scorer") && html`<${Choice} name="ecrire">${t("ciblage.evaluer.ecrire")}<//>`;
  const send = (form) => evaluate(set, form.ecrire?.checked ?? false);
  const title = t("ciblage.evaluer");
  const found = await ask({ title, text: t("ciblage.evaluer.texte"), parts, label: title, send });
  if (!found) return;
  const values = {
    n: found.eligible,
    total: found.total,
    part: percent(found.total ? found.eligible / found.total : null),
  };
  const written = found.modifies === null ? "" : t("ciblage.evaluer.ecrits", { n: found.modifies });
  message.value = `${t("ciblage.evaluer.fait", values)} ${written}`.trim();
}

export async function askDeletion(set, tag) {
  const send = () => api.send("DELETE", `/eligibility/rulesets/${set.id}`, undefined, tag);
  const title = t("ciblage.supprimer");
  const done = await ask({ title, text: t("ciblage.supprimer.texte", { nom: set.nom }), label: title, send });
  if (done) setView({ element: null });
}
