/** The dialogs that make and change teams and their members. */

import { Choice, ChoiceGroup, InputField, listTicked, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { formatName } from "../pages/person.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { CATEGORIES } from "./categories.js";

const ROLES = ["membre", "superviseur", "responsable"];

const Categories = ({ name, legend, ticked }) => html`
  <${ChoiceGroup} legend=${legend} name=${name}>
    ${CATEGORIES.map(
      (one) => html`
        <${Choice} key=${one} name=${name} value=${one} defaultChecked=${ticked.includes(one)}>
          ${code("plaintecategorie", one)}
        <//>
      `,
    )}
  <//>
`;

const Limit = ({ name, label, value }) => html`
  <${InputField}
    label=${label} name=${name} type="number" min="1" max="10000" step="1" value=${value ?? ""}
    help=${t("equipes.limite.aide")}
  />
`;

const readLimit = (field) => (field.value ? Number(field.value) : null);

/** Ask for a new team, or for the changes of one. */
export function askTeam(/** @type {any} */ team = null, tag = null) {
  const parts = html`
    <${InputField} label=${t("equipes.nom")} name="nom" maxlength="150" required value=${team?.nom} />
    <${Categories} name="categories" legend=${t("equipes.categories")} ticked=${team?.categories ?? []} />
    <${Limit} name="wipLimitParMembre" label=${t("equipes.limite")} value=${team?.wipLimitParMembre} />
    ${team && html`<${Choice} name="actif" defaultChecked=${team.actif}>${t("actif.oui")}<//>`}
  `;
  const send = async (form) => {
    const body = {
      nom: form.nom.value,
      categories: listTicked(form, "categories"),
      wipLimitParMembre: readLimit(form.wipLimitParMembre),
    };
    if (!team) return api.post("/equipes", body);
    return (await api.send("PUT", `/equipes/${team.id}`, { ...body, actif: form.actif.checked }, tag)).data;
  };
  const title = t(team ? "equipes.changer" : "equipes.nouvelle");
  return ask({ title, parts, label: t("enregistrer"), send });
}

const MemberParts = ({ member = /** @type {any} */ (null) }) => html`
  <${SelectField}
    label=${t("role")} name="role" value=${member?.role ?? "membre"}
    options=${ROLES.map((one) => [one, code("equipes.role", one)])}
  />
  <${Categories} name="specialites" legend=${t("equipes.specialites")} ticked=${member?.specialites ?? []} />
  <${Limit} name="wipLimit" label=${t("equipes.limite.sienne")} value=${member?.wipLimit} />
  <${Choice} name="autoAssignable" defaultChecked=${member?.autoAssignable ?? true}>${t("equipes.auto")}<//>
`;

const readMember = (form) => ({
  role: form.role.value,
  specialites: listTicked(form, "specialites"),
  wipLimit: readLimit(form.wipLimit),
  autoAssignable: form.autoAssignable.checked,
});

/** List the users who may become members, for who administers users. */
async function listPeople() {
  if (!may("administration.utilisateurs")) return [];
  const { data } = await api.getJson("/users", { isActive: true, limit: 100 });
  return data.map((user) => [user.id, formatName(user)]);
}

/** Ask for a new member of a team. Without the list of users, who they are is an id. */
export async function askNewMember(team) {
  const people = await listPeople();
  const who = people.length
    ? html`<${SelectField} label=${t("equipes.qui")} name="userId" options=${people} />`
    : html`<${InputField} label=${t("equipes.qui.id")} name="userId" required />`;
  const send = (form) => api.post(`/equipes/${team.id}/membres`, { userId: form.userId.value, ...readMember(form) });
  return ask({ title: t("equipes.ajouter"), parts: html`${who}<${MemberParts} />`, label: t("equipes.ajouter"), send });
}

/** Ask for the changes of a member: one who is inactive keeps what they handle, and gets nothing more. */
export function askMember(team, member) {
  const parts = html`
    <${MemberParts} member=${member} />
    <${Choice} name="actif" defaultChecked=${member.actif}>${t("actif.oui")}<//>
  `;
  const send = (form) =>
    api.send("PUT", `/equipes/${team.id}/membres/${member.id}`, { ...readMember(form), actif: form.actif.checked });
  return ask({ title: t("equipes.changermembre"), parts, label: t("enregistrer"), send });
}
