/** One role: its name, whether it is in force, and its permissions to tick, module by module. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { ask, boxes, field, formOf, input, said, ticked } from "../forms.js";
import { t } from "../i18n.js";
import { reading } from "../reading.js";
import { may, who } from "../session.js";
import * as state from "../state.js";

const NEW = "nouveau";

async function readRole(id, signal) {
  const [catalogue, role] = await Promise.all([api.get("/settings/permissions", {}, signal), id === NEW ? { data: null } : api.getTagged(`/roles/${id}`, signal)]);
  return { id, modules: catalogue.modules, role: role.data, tag: role.tag };
}

/** Roles hold everywhere: who administers some regions only may read them. */
const reader = () => who().regions.length > 0;

export function rolePanel(redraw) {
  const found = reading(redraw);
  let told = null;
  let drawn = null;

  const open = (id) => {
    [told, drawn] = [null, null];
    return found.read((signal) => readRole(id, signal));
  };

  async function saved(answer, id) {
    if (id === NEW) return state.set({ element: answer.data.id }, { replace: true });
    await found.again();
    [told, drawn] = [answer.message, null];
    return redraw();
  }

  function matrix(modules, role) {
    const held = role?.permissions ?? [];
    // Nobody grants or takes away what he does not have himself: those boxes are shown and cannot be changed.
    const box = (action) => [action.fullKey, action.label];
    return modules.map((module) => {
      const set = boxes(module.label, "permissions", module.actions.map(box), held);
      for (const tick of set.querySelectorAll("input")) tick.disabled = reader() || !may(tick.value);
      return set;
    });
  }

  function values(form, role) {
    const locked = [...form.querySelectorAll("[name=permissions]:disabled:checked")].map((tick) => tick.value);
    const sent = { nom: form.nom.value.trim(), description: form.description.value.trim(), isActive: form.isActive.checked, permissions: [...new Set([...ticked(form, "permissions"), ...locked])] };
    return role ? sent : { ...sent, code: form.code.value.trim() };
  }

  async function remove({ id, role, tag }) {
    const answer = await ask({ title: t("roles.supprimer"), text: t("roles.supprimer.texte", { nom: role.nom }), label: t("roles.supprimer"), send: () => api.send("DELETE", `/roles/${id}`, undefined, tag) });
    if (answer) state.set({ element: null });
  }

  function panel(all) {
    const { id, modules, role, tag } = all;
    const off = { readonly: reader() };
    const parts = [
      reader() && h("p", { class: "note" }, t("roles.lecture")),
      h("div", { class: "deux" }, field(t("roles.nom"), input("nom", { value: role?.nom, required: true, maxlength: 100, ...off })),
        field(t("code"), input("code", { value: role?.code ?? "ROLE_", required: true, maxlength: 60, readonly: Boolean(role) || reader() }), { help: role?.isSystem ? t("roles.systeme") : role ? t("roles.code.fixe") : t("roles.code.aide") })),
      field(t("roles.description"), input("description", { value: role?.description, ...off })),
      h("label", { class: "case" }, h("input", { type: "checkbox", name: "isActive", checked: role?.isActive ?? true, disabled: reader() }), h("span", {}, t("roles.actif"))),
      h("h2", {}, t("roles.permissions")), h("p", { class: "doux petit" }, t("roles.permissions.aide")),
      h("div", { class: "modules", "data-champ": "permissions" }, matrix(modules, role)),
    ];
    const send = (form) => (role ? api.send("PUT", `/roles/${id}`, values(form, role), tag) : api.send("POST", "/roles", values(form, role)));
    const extra = role && !role.isSystem && h("button", { type: "button", class: "bouton", onclick: () => remove(all) }, t("roles.supprimer"));
    const form = formOf({ parts, label: t(role ? "enregistrer" : "roles.creer"), send, done: (answer) => saved(answer, id), extra });
    if (reader()) form.querySelector(".actions").remove();
    return h("section", { class: "feuille" }, form);
  }

  return {
    open,
    draw: () => [
      h("div", { class: "fil" }, h("button", { type: "button", class: "lien", onclick: () => state.set({ element: null }) }, icon("back"), t("roles.retour")),
        h("h2", {}, found.value?.role?.nom ?? t("roles.nouveau"))),
      told && said(told),
      found.show((all) => (drawn ??= panel(all))),
    ],
  };
}
