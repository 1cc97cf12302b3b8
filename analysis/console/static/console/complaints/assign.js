/** The dialog that gives complaints to a team and to one of its members. */

import { Failure } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";

/** Say how much a member has to do, in one line of a list. */
const describeMember = ({ membre, plaintesAssignees, wipLimit, disponible }) => {
  const load = wipLimit === null ? String(plaintesAssignees) : `${plaintesAssignees} / ${wipLimit}`;
  return `${membre.nom} (${load})${disponible ? "" : ` ${t("equipes.plein")}`}`;
};

/** Offer the teams, and the members of the chosen one with their load. Without a choice the service finds them. */
function Choices({ teams, chosen }) {
  const members = useSignal(/** @type {any[]} */ ([]));
  const failure = useSignal(/** @type {any} */ (null));
  async function choose(event) {
    const team = event.target.value;
    members.value = [];
    failure.value = null;
    if (!team) return;
    try {
      members.value = (await api.get(`/equipes/${team}/workload`)).parMembre;
    } catch (error) {
      failure.value = error;
    }
  }
  return html`
    <${SelectField}
      label=${t("equipe")} name="equipe" value=${chosen} onChange=${choose} help=${t("plaintes.equipe.aide")}
      options=${[["", t("plaintes.equipe.auto")], ...teams.map((team) => [team.id, team.nom])]}
    />
    <${SelectField}
      label=${t("plaintes.membre")} name="membre"
      options=${[["", t("plaintes.membre.auto")], ...members.value.map((one) => [one.membre.id, describeMember(one)])]}
    />
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}

/** Ask to whom complaints go. Resolves with the answer of `send({equipe, membre})`, or with null. */
export async function askAssignment({ text, send }) {
  const teams = await api.get("/equipes");
  return ask({
    title: t("plaintes.assigner"),
    text,
    parts: html`<${Choices} teams=${teams} chosen="" />`,
    label: t("plaintes.assigner"),
    send: (form) => send({ equipe: form.equipe.value || null, membre: form.membre.value || null }),
  });
}
