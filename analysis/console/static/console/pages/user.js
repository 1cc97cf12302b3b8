/** One user: who he is, what he may do and where, the roles he has for a time, his access. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { ask, boxes, field, formOf, input, said, select, ticked } from "../forms.js";
import { date, t } from "../i18n.js";
import * as places from "../places.js";
import { reading } from "../reading.js";
import { may, who } from "../session.js";
import * as state from "../state.js";
import { grantList } from "./grants.js";
import { active, name } from "./person.js";

const NEW = "nouveau";

/** All that the form of a user needs, read at once. */
async function readUser(id, signal) {
  const [roles, regions, user, grants] = await Promise.all([
    api.get("/roles", { isActive: true }, signal), places.regions(),
    id === NEW ? { data: null, tag: null } : api.getTagged(`/users/${id}`, signal),
    id === NEW ? [] : api.get(`/users/${id}/roles`, {}, signal),
  ]);
  // Nobody gives a role that may do more than he may himself.
  const within = (role) => role.permissions.every(may);
  return { id, roles: roles.filter(within), within, regions, user: user.data, tag: user.tag, grants };
}

function values(form) {
  const sent = { email: form.email.value.trim(), nom: form.nom.value.trim(), prenom: form.prenom.value.trim(), telephone: form.telephone.value.trim() || null, role_id: form.role_id.value, regions: ticked(form, "regions") };
  if (form.password?.value) sent.password = form.password.value;
  return sent;
}

export function userPanel(redraw) {
  const found = reading(redraw);
  let told = null;
  let drawn = null; // the panel's nodes for what was read: what is typed outlives a redraw

  const open = (id) => {
    [told, drawn] = [null, null];
    return found.read((signal) => readUser(id, signal));
  };
  async function again(message) {
    await found.again();
    [told, drawn] = [message, null];
    redraw();
  }

  function saved(answer, id) {
    if (id !== NEW) return again(answer.message);
    state.set({ element: answer.data.id }, { replace: true }); // opens it
    told = answer.message;
    return redraw();
  }

  function identity({ id, roles, within, regions, user, tag }) {
    // A role that is not in force any more, or out of reach, stays the choice of who has it.
    const known = roles.some((role) => role.id === user?.role.id) || !user ? roles : [user.role, ...roles];
    const parts = [
      user && !within(user.role) && h("p", { class: "note" }, t("comptes.rang")),
      h("div", { class: "deux" }, field(t("comptes.prenom"), input("prenom", { value: user?.prenom, maxlength: 100, autocomplete: "off" })),
        field(t("comptes.nomfamille"), input("nom", { value: user?.nom, maxlength: 100, required: true, autocomplete: "off" }))),
      h("div", { class: "deux" }, field(t("connexion.adresse"), input("email", { type: "email", value: user?.email, required: true, readonly: Boolean(user), autocomplete: "off" }), { help: user && t("comptes.adresse.fixe") }),
        field(t("telephone"), input("telephone", { type: "tel", value: user?.telephone, autocomplete: "off" }))),
      field(t("role"), select("role_id", known.map((role) => [role.id, role.nom]), user?.role.id ?? roles.find((role) => role.code === "ROLE_USER")?.id)),
      boxes(t("comptes.regions"), "regions", regions.map((region) => [region.id, region.nom]), user?.regions.map((region) => region.id) ?? []),
      h("p", { class: "doux petit" }, t("comptes.regions.aide")),
      !user && field(t("connexion.motdepasse"), input("password", { type: "password", autocomplete: "new-password" }), { help: t("comptes.motdepasse.aide") }),
    ];
    const send = (form) => (user ? api.send("PUT", `/users/${id}`, values(form), tag) : api.send("POST", "/users", values(form)));
    return h("section", { class: "feuille" }, formOf({ parts, label: t(user ? "enregistrer" : "comptes.creer"), send, done: (answer) => saved(answer, id) }));
  }

  async function act(question, path, body) {
    const answer = await ask({ ...question, send: (form) => api.send("POST", path, body ? body(form) : {}) });
    if (answer) await again(answer.message);
  }

  function access({ id, user }) {
    const self = user.id === who().id;
    const key = user.isActive ? "comptes.desactiver" : "comptes.activer";
    const reset = () => act({ title: t("comptes.reinitialiser"), text: t("comptes.reinitialiser.texte"), label: t("comptes.reinitialiser.bouton"),
      parts: [field(t("etape.nouveau"), input("newPassword", { type: "password", autocomplete: "new-password" }), { help: t("comptes.reinitialiser.aide") })] },
      `/users/${id}/reset-password`, (form) => (form.newPassword.value ? { newPassword: form.newPassword.value } : {}));
    const toggle = () => act({ title: t(key), text: t(`${key}.texte`, { nom: name(user) }), label: t(key) }, `/users/${id}/toggle-status`);
    return h("section", { class: "feuille" }, h("h2", {}, t("comptes.acces")),
      h("dl", { class: "faits" },
        h("div", {}, h("dt", {}, t("statut")), h("dd", {}, active(user.isActive))),
        h("div", {}, h("dt", {}, t("comptes.connexion")), h("dd", {}, user.lastLoginAt ? date(user.lastLoginAt) : t("jamais"))),
        h("div", {}, h("dt", {}, t("comptes.double")), h("dd", {}, t(user.twoFactorEnabled ? "oui" : "non"))),
        h("div", {}, h("dt", {}, t("comptes.essais")), h("dd", {}, String(user.failedLoginAttempts)))),
      self ? h("p", { class: "doux" }, t("comptes.soimeme"))
        : h("div", { class: "actions" }, h("button", { type: "button", class: "bouton", onclick: reset }, t("comptes.reinitialiser")), h("button", { type: "button", class: "bouton", onclick: toggle }, t(key))));
  }

  const panel = (all) => [
    identity(all),
    all.user && grantList(all, again),
    all.user && access(all),
  ];

  return {
    open,
    draw: () => [
      h("div", { class: "fil" }, h("button", { type: "button", class: "lien", onclick: () => state.set({ element: null }) }, icon("back"), t("comptes.retour")),
        h("h2", {}, found.value?.user ? name(found.value.user) : t("comptes.nouveau"))),
      told && said(told),
      found.show((all) => (drawn ??= panel(all))),
    ],
  };
}
