/** Which column or question fills which field. */

import { SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";

/** Show a list for each field; `columns` are [value, label], `suggestion` maps fields to columns or null. */
export const MappingFields = ({ suggestion, columns }) => html`
  <fieldset class="correspondances" data-champ="mapping">
    <legend>${t("protection.correspondance")}</legend>
    <div class="deux">
      ${Object.entries(suggestion).map(
        ([field, column]) => html`
          <${SelectField}
            key=${field} label=${t(`champ.${field}`)} name=${`vers-${field}`} value=${column ?? ""}
            options=${[["", t("import.colonne.aucune")], ...columns]}
          />
        `,
      )}
    </div>
  </fieldset>
`;

/** Read the choices of a form: fields without a column are left out. */
export function readMapping(form, suggestion) {
  const chosen = Object.keys(suggestion).map((field) => [field, form[`vers-${field}`].value]);
  return Object.fromEntries(chosen.filter(([, column]) => column));
}

/** Send a request of which the signal `outcome` shows that it waits; what came of it is for the form to show. */
export async function sendWaiting(outcome, request) {
  outcome.value = "waiting";
  try {
    return await request();
  } catch (error) {
    outcome.value = null;
    throw error;
  }
}

/** Show what an import did: its counts, then what is wrong. */
export const ImportOutcome = ({ counts, errors }) => html`
  <div class="carreaux">
    ${counts.map(
      ([label, value]) => html`<div class="carreau" key=${label}><strong>${value}</strong><span>${label}</span></div>`,
    )}
  </div>
  ${
    errors.length > 0 &&
    html`
      <div class="feuille">
        <h3>${t("protection.erreurs", { n: errors.length })}</h3>
        <ul>
          ${errors.slice(0, 100).map(([where, message]) => html`<li>${where && html`<b>${where}</b> `}${message}</li>`)}
        </ul>
      </div>
    `
  }
`;
