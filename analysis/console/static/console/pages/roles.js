/** The roles: the whole matrix of who may do what, or one role with its own part of it to tick. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { t } from "../i18n.js";
import { reading } from "../reading.js";
import * as state from "../state.js";
import { rolePanel } from "./role.js";

const NEW = "nouveau";

const readAll = async (signal) => {
  const [roles, catalogue] = await Promise.all([api.get("/roles", {}, signal), api.get("/settings/permissions", {}, signal)]);
  return { roles, modules: catalogue.modules };
};

export function roleTab(redraw) {
  const found = reading(redraw);
  const panel = rolePanel(redraw);
  const open = (element) => () => state.set({ element });

  const head = (role) => h("th", { scope: "col" },
    h("button", { type: "button", class: "lien", onclick: open(role.id) }, role.nom),
    h("div", { class: "petit doux" }, t("roles.porteurs", { n: role.usersCount })),
    !role.isActive && h("div", { class: "petit doux" }, t("actif.non")));
  const mark = (has) => h("td", { class: has ? "a" : null }, has ? icon("check") : null, h("span", { class: "hors-vue" }, t(has ? "oui" : "non")));
  const module = ({ label, actions }, roles) => h("tbody", {},
    h("tr", { class: "module" }, h("th", { scope: "rowgroup", colspan: roles.length + 1 }, label)),
    actions.map((action) => h("tr", {}, h("th", { scope: "row" }, action.label), roles.map((role) => mark(role.permissions.includes(action.fullKey))))));

  const matrix = ({ roles, modules }) => [
    h("div", { class: "outils" }, h("p", { class: "doux" }, t("roles.aide")),
      h("button", { type: "button", class: "bouton principal", onclick: open(NEW) }, icon("plus"), t("roles.nouveau"))),
    h("div", { class: "feuille large defile", tabindex: "0", role: "region", "aria-label": t("roles.matrice") },
      h("table", { class: "matrice" }, h("caption", { class: "hors-vue" }, t("roles.matrice")),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("roles.permission")), roles.map(head))),
        modules.map((one) => module(one, roles)))),
  ];

  function enter() {
    const { element } = state.get();
    if (element) panel.open(element);
    else found.read(readAll, { keep: true });
  }

  return {
    draw: () => (state.get().element ? panel.draw() : found.show(matrix)),
    enter,
    changed: (now, previous) => state.changed(now, previous, "element") && enter(),
  };
}
