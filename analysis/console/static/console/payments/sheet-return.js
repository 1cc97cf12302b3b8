/** The dialog that takes a sheet back: the outcome of each of its open lines, and the cash as it was counted. */

import { ChoiceGroup, InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { DayField, money, readDay } from "./parts.js";

const OUTCOMES = ["reussi", "partiel", "echoue"];

/** Ask for the outcome of one line; how much arrived, or why nothing did, only where that says something. */
function Line({ line }) {
  const outcome = useSignal("reussi");
  const label = t("feuilles.ligne", { numero: String(line.numero), nom: line.nomComplet });
  return html`
    <li class="feuille-ligne">
      <label for="f-statut-${line.numero}">
        ${label}<span class="petit doux">${money(line.montant)}</span>
      </label>
      <select
        name="statut-${line.numero}" id="f-statut-${line.numero}"
        onChange=${(event) => (outcome.value = event.target.value)}
      >
        ${OUTCOMES.map((one) => html`<option key=${one} value=${one}>${code("ligne", one)}</option>`)}
      </select>
      ${
        outcome.value === "partiel" &&
        html`<input
          name="montant-${line.numero}" type="number" min="1" max=${line.montant - 1} step="1" required
          aria-label=${t("feuilles.recu", { nom: line.nomComplet })} placeholder="F CFA"
        />`
      }
      ${
        outcome.value === "echoue" &&
        html`<input
          name="motif-${line.numero}" maxlength="500" required placeholder=${t("motif")}
          aria-label=${t("feuilles.motif", { nom: line.nomComplet })}
        />`
      }
    </li>
  `;
}

/** Return what a form says of a line, as the API takes it. */
function readLine(form, { numero }) {
  const statut = form[`statut-${numero}`].value;
  const amount = form[`montant-${numero}`]?.value;
  const reason = form[`motif-${numero}`]?.value;
  return { numero, statut, ...(amount ? { montant: Number(amount) } : {}), ...(reason ? { motif: reason } : {}) };
}

/** Ask for the return of a sheet. Resolves with the sheet, or with null. */
export async function askReturn(sheet) {
  const { data, tag } = await api.getTagged(`/feuilles/${sheet.id}`);
  // Lines that a result file settled are settled.
  const open = data.lignes.filter((line) => line.statut === "en_attente");
  const parts = html`
    <${ChoiceGroup} legend=${t("feuilles.resultats")} name="lignes" class="feuille-lignes">
      <ol>${open.map((line) => html`<${Line} key=${line.numero} line=${line} />`)}</ol>
    <//>
    <${InputField}
      label=${t("feuilles.especesrendues")} name="especesRendues" type="number" min="0" step="1" required
      help=${t("feuilles.especesrendues.aide")}
    />
    <${InputField}
      label=${t("feuilles.motifmanquant")} name="motifManquant" maxlength="500" help=${t("feuilles.motifmanquant.aide")}
    />
    <${DayField} label=${t("feuilles.jour")} name="dateExecution" />
  `;
  const send = (form) =>
    api.post(
      `/feuilles/${sheet.id}/retour`,
      {
        lignes: open.map((line) => readLine(form, line)),
        especesRendues: Number(form.especesRendues.value),
        ...(form.motifManquant.value ? { motifManquant: form.motifManquant.value } : {}),
        ...readDay(form.dateExecution),
      },
      { tag },
    );
  const text = t("feuilles.retour.texte", {
    feuille: data.reference,
    payeur: data.payeur,
    montant: money(data.montantRemis),
  });
  return ask({ title: t("feuilles.retour"), text, parts, label: t("feuilles.retour"), send });
}
