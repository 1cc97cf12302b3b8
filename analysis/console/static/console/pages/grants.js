/** The roles that a user has beside their own, for good or until a date. */

import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { date, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameRole } from "../state/role-name.js";

/** Return the end of the chosen day, where the person sits. */
const findEndOf = (day) => (day ? new Date(`${day}T23:59:59`).toISOString() : null);

const askGrant = ({ id, roles }) =>
  ask({
    title: t("comptes.donner"),
    text: t("comptes.donner.texte"),
    label: t("comptes.donner"),
    parts: html`
      <${SelectField} label=${t("role")} name="role_id" options=${roles.map((role) => [role.id, nameRole(role)])} />
      <${InputField} label=${t("comptes.jusque")} name="until" type="date" help=${t("comptes.jusque.aide")} />
    `,
    send: (form) =>
      api.send("POST", `/users/${id}/roles`, { role_id: form.role_id.value, until: findEndOf(form.until.value) }),
  });

const askRevocation = ({ id }, grant) =>
  ask({
    title: t("comptes.reprendre"),
    text: t("comptes.reprendre.texte", { role: nameRole(grant.role) }),
    label: t("comptes.reprendre"),
    send: () => api.send("DELETE", `/users/${id}/roles/${grant.id}`),
  });

function describeEnd({ until, enVigueur }) {
  if (!until) return t("comptes.toujours");
  return t(enVigueur ? "comptes.jusquau" : "comptes.expire", { date: date(until) });
}

/** `onDone(message)` when a role was given or taken. */
export function Grants({ found, onDone }) {
  const run = async (request) => {
    const answer = await request;
    if (answer) onDone(answer.message);
  };
  const row = (grant) => html`
    <li key=${grant.id}>
      <div><strong>${nameRole(grant.role)}</strong><span class="doux">${describeEnd(grant)}</span></div>
      <button type="button" class="bouton" ...${needLine()} onClick=${() => run(askRevocation(found, grant))}>
        ${t("comptes.reprendre")}
      </button>
    </li>
  `;
  return html`
    <section class="feuille">
      <h2>${t("comptes.aussi")}</h2>
      ${
        found.grants.length
          ? html`<ul class="rangees">${found.grants.map(row)}</ul>`
          : html`<p class="doux">${t("comptes.aussi.aucun")}</p>`
      }
      <div class="actions">
        <button type="button" class="bouton" ...${needLine()} onClick=${() => run(askGrant(found))}>
          <${Icon} name="plus" />${t("comptes.donner")}
        </button>
      </div>
    </section>
  `;
}
