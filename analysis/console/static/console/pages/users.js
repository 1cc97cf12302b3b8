/** The users: a list with search and filters, or one of them. The text of the search stays out of the address. */

import * as api from "../api.js";
import { debounce, h, icon } from "../dom.js";
import { empty } from "../feedback.js";
import { field, select } from "../forms.js";
import { date, t } from "../i18n.js";
import { pager } from "../pager.js";
import { reading } from "../reading.js";
import * as state from "../state.js";
import { active, name } from "./person.js";
import { userPanel } from "./user.js";

const ROWS = 25;

export function userTab(redraw) {
  const list = reading(redraw);
  const roles = reading(redraw);
  const panel = userPanel(redraw);
  const filter = { search: "", role: "", isActive: "" };

  const load = () => list.read((signal) => api.getJson("/users", { ...filter, page: state.get().page, limit: ROWS }, signal), { keep: true });
  const narrow = () => (state.get().page === 1 ? load() : state.set({ page: 1 }));
  const later = debounce(narrow, 250);

  function filters() {
    const chosen = (key) => ({ onchange: (event) => ((filter[key] = event.target.value), narrow()) });
    const options = [["", t("tous.roles")], ...(roles.value ?? []).map((role) => [role.code, role.nom])];
    return h("div", { class: "outils" },
      h("div", { class: "recherche" }, icon("search"),
        h("input", { id: "cherche-compte", type: "search", autocomplete: "off", value: filter.search, placeholder: t("comptes.cherche"), "aria-label": t("comptes.cherche"), oninput: (event) => ((filter.search = event.target.value), later()) })),
      field(t("role"), select("filtre-role", options, filter.role, chosen("role"))),
      field(t("statut"), select("filtre-actif", [["", t("tous.statuts")], ["true", t("actif.oui")], ["false", t("actif.non")]], filter.isActive, chosen("isActive"))),
      h("button", { type: "button", class: "bouton principal", onclick: () => state.set({ element: "nouveau" }) }, icon("plus"), t("comptes.nouveau")));
  }

  const row = (user) => h("tr", {},
    h("td", {}, h("button", { type: "button", class: "lien", onclick: () => state.set({ element: user.id }) }, name(user)), h("div", { class: "doux petit coupe" }, user.email.split("@")[0], h("wbr"), `@${user.email.split("@")[1]}`)),
    h("td", {}, user.role.nom),
    h("td", {}, user.regions.length ? user.regions.map((region) => region.nom).join(", ") : t("compte.partout")),
    h("td", {}, user.lastLoginAt ? date(user.lastLoginAt) : t("jamais")),
    h("td", {}, active(user.isActive)));

  const table = ({ data, pagination }) => data.length
    ? [h("table", { class: "lignes comptes" }, h("caption", { class: "hors-vue" }, t("comptes.utilisateurs")),
        h("thead", {}, h("tr", {}, ["comptes.nom", "role", "regions", "comptes.connexion", "statut"].map((key) => h("th", { scope: "col" }, t(key))))),
        h("tbody", {}, data.map(row))), pager(pagination)]
    : empty(t("comptes.aucun"), t("filtres.effacer"), () => (Object.assign(filter, { search: "", role: "", isActive: "" }), narrow()));

  function open() {
    const { element } = state.get();
    if (element) panel.open(element);
    else load();
  }

  return {
    draw: () => (state.get().element ? panel.draw() : [filters(), h("div", { class: "feuille" }, list.show(table))]),
    enter() {
      roles.read((signal) => api.get("/roles", {}, signal), { keep: true });
      open();
    },
    changed: (now, previous) => (state.changed(now, previous, "element") ? open() : state.changed(now, previous, "page") && load()),
  };
}
