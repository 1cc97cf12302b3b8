/** The roles that a user has beside his own, for good or until a date. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { ask, field, input, select } from "../forms.js";
import { date, t } from "../i18n.js";

/** The end of the chosen day, where the person sits. */
const endOf = (day) => (day ? new Date(`${day}T23:59:59`).toISOString() : null);

export function grantList({ id, roles, grants }, again) {
  const give = async () => {
    const answer = await ask({
      title: t("comptes.donner"), text: t("comptes.donner.texte"), label: t("comptes.donner"),
      parts: [field(t("role"), select("role_id", roles.map((role) => [role.id, role.nom]))),
        field(t("comptes.jusque"), input("until", { type: "date" }), { help: t("comptes.jusque.aide") })],
      send: (form) => api.send("POST", `/users/${id}/roles`, { role_id: form.role_id.value, until: endOf(form.until.value) }),
    });
    if (answer) await again(answer.message);
  };
  const take = async (grant) => {
    const answer = await ask({ title: t("comptes.reprendre"), text: t("comptes.reprendre.texte", { role: grant.role.nom }), label: t("comptes.reprendre"),
      send: () => api.send("DELETE", `/users/${id}/roles/${grant.id}`) });
    if (answer) await again(answer.message);
  };
  const line = (grant) => h("li", {}, h("div", {}, h("strong", {}, grant.role.nom),
    h("span", { class: "doux" }, grant.until ? t(grant.enVigueur ? "comptes.jusquau" : "comptes.expire", { date: date(grant.until) }) : t("comptes.toujours"))),
    h("button", { type: "button", class: "bouton", onclick: () => take(grant) }, t("comptes.reprendre")));
  return h("section", { class: "feuille" }, h("h2", {}, t("comptes.aussi")),
    grants.length ? h("ul", { class: "rangees" }, grants.map(line)) : h("p", { class: "doux" }, t("comptes.aussi.aucun")),
    h("div", { class: "actions" }, h("button", { type: "button", class: "bouton", onclick: give }, icon("plus"), t("comptes.donner"))));
}
