/** The dialogs of the graduation board: propose, evaluate, decide, cancel, note a visit. */

import { Field, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { loadBoard, runMass, ticked } from "./board-state.js";

const Text = ({ name, label, required = false }) => html`
  <${Field} label=${label} name=${name}>
    <textarea name=${name} id="f-${name}" maxlength="2000" required=${required} />
  <//>
`;

export const askProposal = () =>
  ask({
    title: t("grad.proposer"),
    text: t("grad.proposer.texte", { n: ticked.value.size }),
    parts: html`<${Text} name="motif" label=${t("motif")} />`,
    label: t("grad.proposer"),
    send: (form) => runMass("propose", { motif: form.motif.value || null }),
  });

export const askMassEvaluation = () =>
  ask({
    title: t("grad.evaluer"),
    text: t("grad.evaluer.texte", { n: ticked.value.size }),
    label: t("grad.evaluer"),
    send: () => runMass("evaluate"),
  });

/** The decision: what follows an approval is asked only for one. */
function DecisionParts() {
  const verdict = useSignal("oui");
  return html`
    <${SelectField}
      label=${t("grad.decision")} name="approuver" value=${verdict.value}
      options=${[["oui", t("grad.approuver")], ["non", t("grad.rejeter")]]}
      onChange=${(event) => (verdict.value = event.target.value)}
    />
    ${
      verdict.value === "oui" &&
      html`
        <p class="note">${t("grad.approuver.texte")}</p>
        <div class="deux">
          <${InputField}
            label=${t("grad.suivi.duree")} name="dureePostSuiviMois" type="number" min="1" max="60" step="1" value="12"
            help=${t("grad.suivi.duree.aide")}
          />
          <${InputField}
            label=${t("grad.suivi.intervalle")} name="intervalleVisitesMois" type="number"
            min="1" max="60" step="1" value="3"
          />
        </div>
      `
    }
    <${Text} name="commentaire" label=${t("grad.commentaire")} />
  `;
}

function readDecision(form) {
  const approuver = form.approuver.value === "oui";
  const months = Number(form.dureePostSuiviMois?.value ?? 0);
  const visits = months
    ? { dureePostSuiviMois: months, intervalleVisitesMois: Number(form.intervalleVisitesMois.value) || null }
    : {};
  return { approuver, commentaire: form.commentaire.value || null, ...visits };
}

export const askDecision = () =>
  ask({
    title: t("grad.decider"),
    text: t("grad.decider.texte", { n: ticked.value.size }),
    parts: html`<${DecisionParts} />`,
    label: t("grad.decider"),
    send: (form) => runMass("decide", readDecision(form)),
  });

export async function askCancellation(row) {
  const done = await ask({
    title: t("grad.annuler"),
    text: t("grad.annuler.texte", { nom: row.beneficiaire.nomComplet }),
    parts: html`<${Text} name="motif" label=${t("motif")} required />`,
    label: t("grad.annuler"),
    send: (form) => api.send("PUT", `/graduations/${row.id}/cancel`, { motif: form.motif.value }),
  });
  if (done) loadBoard({ keep: true });
}

/** Return this moment as an input of date and time writes it. */
function formatNow() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Record a visit: a follow-up of the beneficiary is made, and named for the visit. */
async function recordVisit(visit, form) {
  const created = await api.post("/suivis", {
    beneficiaireId: visit.beneficiaire.id,
    typeSuivi: form.typeSuivi.value,
    dateSuivi: new Date(form.dateSuivi.value).toISOString(),
    observations: form.observations.value || null,
  });
  return api.send("PUT", `/graduations/suivis/${visit.id}`, { suivi: created.id });
}

export async function askVisit(visit) {
  const kinds = ["visite", "appel"].map((kind) => [kind, t(`grad.visite.${kind}`)]);
  const done = await ask({
    title: t("grad.visite.noter"),
    text: t("grad.visite.texte", { nom: visit.beneficiaire.nomComplet }),
    parts: html`
      <${SelectField} label=${t("grad.visite.type")} name="typeSuivi" options=${kinds} />
      <${InputField}
        label=${t("grad.visite.jour")} name="dateSuivi" type="datetime-local"
        value=${formatNow()} max=${formatNow()} required
      />
      <${Text} name="observations" label=${t("grad.visite.observations")} />
    `,
    label: t("enregistrer"),
    send: (form) => recordVisit(visit, form),
  });
  if (done) loadBoard({ keep: true });
}
