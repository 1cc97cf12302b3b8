/** The decisions about money that two people make: one proposes, another says the same. */

import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { fullDate, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { Note } from "./cycle-dialogs.js";
import { money } from "./parts.js";

const OUTCOMES = ["reussi", "partiel", "echoue"];

/** Read what is proposed at an address, or null. */
async function readProposal(path) {
  try {
    return await api.get(path);
  } catch (error) {
    if (error.status === 404) return null;
    throw error;
  }
}

/** Say who has proposed what is in the form. */
const describeProposal = (held) =>
  t("decisions.deja", { nom: held.proposePar.nom, jour: fullDate(held.proposeLe), motif: held.motif });

const isOwn = (held) => held.proposePar.id === currentUser().id;

/** Show that the closing of a cycle waits for a second person: whom, since when and why. */
export function ProposedClosing({ closing }) {
  if (closing?.statut !== "propose") return null;
  const words = { nom: closing.proposePar.nom, jour: fullDate(closing.proposeLe), motif: closing.motif };
  const next = t(isOwn(closing) ? "cycles.clore.autre" : "cycles.clore.confirmer");
  return html`<p class="note" id="cloture-proposee">${t("cycles.clore.propose", words)} ${next}</p>`;
}

/** Ask whether one's own proposal is withdrawn. */
const askWithdrawal = (path, title, held) =>
  ask({
    title,
    text: describeProposal(held),
    parts: html`<p class="note">${t("decisions.attend")}</p>`,
    label: t("decisions.retirer.mienne"),
    send: () => api.send("DELETE", path),
  });

/**
 * Ask for a decision: to propose it, to confirm what another person proposed, or to withdraw that.
 * @param {{path: string, title: string, text: string, parts: (held: any) => any, read: (form: any) => object}} decision
 */
async function askDecision({ path, title, text, parts, read }) {
  const found = await readProposal(path);
  const held = found?.statut === "propose" ? found : null;
  const isMine = held && isOwn(held);
  const fields = parts(held);
  // One's own proposal that has nothing to be changed can only be withdrawn: another person confirms it.
  if (isMine && fields === null) return askWithdrawal(path, title, held);
  const all = html`
    ${held && html`<p class="dit">${describeProposal(held)} ${isMine && t("decisions.mienne")}</p>`}
    ${fields}
    <${Note} name="motif" label=${t("motif")} required />
    ${
      held &&
      html`<label class="case">
        <input type="checkbox" name="retirer" />
        <span>${t(isMine ? "decisions.retirer.mienne" : "decisions.retirer")}</span>
      </label>`
    }
  `;
  const send = (form) =>
    form.retirer?.checked
      ? api.send("DELETE", path)
      : api.send("POST", path, { ...read(form), motif: form.motif.value });
  const label = t(held && !isMine ? "decisions.confirmer" : "decisions.proposer");
  return ask({ title, text, parts: all, label, send });
}

function Outcome({ held }) {
  const outcome = useSignal(held?.resultat ?? OUTCOMES[0]);
  return html`
    <${SelectField}
      label=${t("regler.resultat")} name="resultat" options=${OUTCOMES.map((one) => [one, t(`regler.${one}`)])}
      value=${outcome.value} onChange=${(event) => (outcome.value = event.target.value)}
    />
    ${
      outcome.value === "partiel" &&
      html`<${InputField}
        label=${t("regler.montant")} name="montant" type="number" min="1" step="1" value=${held?.montant} required
      />`
    }
    <${InputField} label=${t("regler.jour")} name="dateOperation" type="date" value=${held?.dateOperation} required />
    <${InputField}
      label=${t("regler.reference")} name="referenceOperateur" maxlength="120" value=${held?.referenceOperateur}
    />
  `;
}

/** Ask what became of a payment whose end stays unknown. */
export const askOutcome = ({ id, nom, montant }) =>
  askDecision({
    path: `/paiements/${id}/regler`,
    title: t("regler.titre", { nom }),
    text: t("regler.texte", { montant: money(montant) }),
    parts: (held) => html`<${Outcome} held=${held} />`,
    read: (form) => ({
      resultat: form.resultat.value,
      dateOperation: form.dateOperation.value,
      ...(form.montant ? { montant: Number(form.montant.value) } : {}),
      ...(form.referenceOperateur.value ? { referenceOperateur: form.referenceOperateur.value } : {}),
    }),
  });

/** Ask to close a cycle of which somebody can never be paid. */
export const askClosing = (cycle) =>
  askDecision({
    path: `/cycles/${cycle.id}/cloturer`,
    title: t("cycles.clore"),
    text: t("cycles.clore.texte", { n: cycle.totaux.planifies + cycle.totaux.echoues }),
    parts: () => null,
    read: () => ({}),
  });

/** Ask to take back a deposit or an adjustment that was entered by mistake. */
export const askReversal = (account, movement) =>
  askDecision({
    path: `/comptes-operateurs/${account.id}/mouvements/${movement.id}/contrepasser`,
    title: t("contrepasser"),
    text: t("contrepasser.texte", { montant: money(movement.montant), reference: movement.reference ?? "–" }),
    parts: () => null,
    read: () => ({}),
  });

/** Ask what became of the cash that a sheet did not bring back. */
export const askLoss = (sheet) =>
  askDecision({
    path: `/feuilles/${sheet.id}/manquant`,
    title: t("feuilles.solder"),
    text: t("feuilles.solder.texte", { feuille: sheet.reference, montant: money(sheet.montantManquant) }),
    parts: (held) => html`
      <${InputField}
        label=${t("feuilles.retrouve")} name="montantRetrouve" type="number" min="0" step="1"
        max=${sheet.montantManquant} value=${held?.montantRetrouve ?? 0} required help=${t("feuilles.retrouve.aide")}
      />
      <${InputField} label=${t("feuilles.piece")} name="reference" maxlength="255" value=${held?.reference} />
    `,
    read: (form) => ({
      montantRetrouve: Number(form.montantRetrouve.value),
      ...(form.reference.value ? { reference: form.reference.value } : {}),
    }),
  });
