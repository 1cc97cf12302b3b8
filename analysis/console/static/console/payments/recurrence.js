/** When the cycles of a programme come, what the next one will be, and the dialog that sets it. */

import { Choice, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, date, fullDate, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { money } from "./parts.js";
import { mayChange } from "./programme-acts.js";

const MODES = ["automatique", "semi_automatique"];
const LONGEST_DELAY = 365; // days
const SHORTEST_MONTH = 28; // days

const readNumber = (text) => (text === "" ? null : Number(text));

/** Name a day of payment; not every month has the last ones. */
function describeDay(day) {
  if (!day) return "–";
  return day > SHORTEST_MONTH ? t("programmes.jour.court", { jour: String(day) }) : String(day);
}

/** Ask when cycles come; `recurrence` is as it is set now, under the version `tag`. */
function askRecurrence(programme, recurrence, tag) {
  const modes = MODES.map((mode) => [mode, t(`programmes.mode.${mode}`)]);
  const parts = html`
    <${Choice} name="recurrenceActive" defaultChecked=${recurrence.recurrenceActive}>
      ${t("programmes.recurrence.active")}
    <//>
    <${SelectField}
      label=${t("programmes.recurrence.mode")} name="modeGeneration" value=${recurrence.modeGeneration} options=${modes}
    />
    <${InputField}
      label=${t("programmes.recurrence.jour")} name="jourGeneration" type="number" min="1" max="31" step="1"
      value=${recurrence.jourGeneration} help=${t("programmes.recurrence.jour.aide")}
    />
    <${InputField}
      label=${t("programmes.recurrence.delai")} name="delaiCreationJours" type="number" min="0" max=${LONGEST_DELAY}
      step="1" value=${recurrence.delaiCreationJours}
    />
  `;
  const send = (form) =>
    api.send(
      "PUT",
      `/programmes/${programme.id}/recurrence`,
      {
        recurrenceActive: form.recurrenceActive.checked,
        modeGeneration: form.modeGeneration.value,
        jourGeneration: readNumber(form.jourGeneration.value),
        delaiCreationJours: readNumber(form.delaiCreationJours.value),
      },
      tag,
    );
  return ask({ title: t("programmes.recurrence"), text: programme.nom, parts, label: t("enregistrer"), send });
}

/** Say in sentences when cycles come, and what the next one will be; `onDone(text)` when that was changed. */
export function Recurrence({ programme, recurrence, tag, next, onDone }) {
  const how = !recurrence.recurrenceActive
    ? t("programmes.manuel")
    : t(`programmes.${recurrence.modeGeneration}`, {
        frequence: code("frequence", recurrence.frequencePaiement).toLowerCase(),
        jour: describeDay(recurrence.jourGeneration),
      });
  const day = recurrence.prochainCycleDate;
  const change = async () => {
    const answer = await askRecurrence(programme, recurrence, tag);
    if (answer) onDone(answer.message);
  };
  return html`
    <section class="feuille">
      <div class="outils entre">
        <h2>${t("programmes.recurrence")}</h2>
        ${
          mayChange(programme) &&
          html`<button type="button" class="bouton" id="regler-recurrence" onClick=${change}>
            ${t("programmes.recurrence.regler")}
          </button>`
        }
      </div>
      <p>${how}</p>
      ${day && html`<p>${t("programmes.prochain", { jour: date(day) })}</p>`}
      ${
        next &&
        html`<p class="doux">
          ${t("programmes.apercu", {
            n: next.nbBeneficiairesEstimes,
            nom: next.nom,
            debut: fullDate(next.dateDebut),
            fin: fullDate(next.dateFin),
            montant: money(Number(next.montantTotalEstime)),
          })}
        </p>`
      }
    </section>
  `;
}
