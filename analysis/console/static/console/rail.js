/** The left rail: brand, account, the two pages, search, filters, layers. On a phone it is a drawer. */

import * as api from "./api.js";
import { h, icon, iconButton, replace } from "./dom.js";
import { bind, close, open } from "./drawer.js";
import { filterPanel } from "./filters.js";
import { LANGUAGES, lang, onLanguage, switchLanguage, t } from "./i18n.js";
import { layerPanel } from "./layers.js";
import { current, offered } from "./pages.js";
import { searchBox } from "./search.js";
import { who } from "./session.js";
import * as state from "./state.js";
import { tally } from "./tally.js";
import { choose, chosen } from "./theme.js";

function account() {
  const user = who();
  const option = (value, label, now) => h("option", { value, selected: value === now }, label);
  return h("div", { id: "compte", class: "compte", popover: "auto" },
    h("p", {}, h("strong", {}, `${user.prenom ?? ""} ${user.nom ?? ""}`.trim()), h("span", { class: "doux" }, user.role.nom)),
    h("p", { class: "doux" }, user.regions.length ? user.regions.map((region) => region.nom).join(", ") : t("compte.partout")),
    h("label", { class: "champ" }, h("span", {}, t("langue")),
      h("select", { id: "langue", onchange: (event) => switchLanguage(event.target.value) }, Object.entries(LANGUAGES).map(([value, name]) => option(value, name, lang())))),
    h("label", { class: "champ" }, h("span", {}, t("theme")),
      h("select", { onchange: (event) => choose(event.target.value) }, ["auto", "clair", "sombre"].map((value) => option(value, t(`theme.${value}`), chosen())))),
    h("button", { type: "button", class: "bouton large", onclick: () => api.signOut() }, t("compte.quitter")));
}

function pages() {
  const link = ({ id, icon: symbol }) =>
    h("button", { type: "button", class: "onglet", "aria-current": state.get().vue === id ? "page" : null, onclick: () => (state.go(id), close()) }, icon(symbol), h("span", {}, t(`page.${id}`)));
  return h("nav", { class: "onglets", "aria-label": t("pages") }, [{ id: "carte", icon: "map" }, ...offered()].map(link));
}

export function mountRail() {
  const panels = h("div", { class: "volet-corps" });
  const top = h("div", { class: "volet-tete" });
  const rail = h("aside", { class: "volet", id: "volet" }, top, panels);
  const opener = h("button", { type: "button", class: "ouvre-volet", "aria-controls": "volet", "aria-expanded": "false", onclick: open });
  bind(rail, opener);
  const search = searchBox();
  const parts = [tally(), filterPanel(), layerPanel()];

  function draw() {
    rail.setAttribute("aria-label", t("volet"));
    replace(opener, icon("list"), t("volet.ouvrir"));
    const hadFocus = document.activeElement?.id;
    const shown = rail.querySelector("#compte")?.matches(":popover-open");
    const onMap = state.get().vue === "carte";
    replace(top,
      h("div", { class: "marque" },
        h("img", { src: new URL("./icons/tabanca.svg", import.meta.url).href, alt: "", width: 30, height: 30 }), h("h1", {}, "Tabanca"),
        iconButton("person", t("compte"), null, { popovertarget: "compte", class: "bouton-icone" }),
        iconButton("close", t("fermer"), close, { class: "bouton-icone ferme-volet" })),
      account(), pages());
    replace(panels, onMap ? [search.draw(), parts.map((part) => part.draw())] : current() && h("p", { class: "doux aide" }, t(`${current().id}.aide`)));
    if (shown) rail.querySelector("#compte").showPopover();
    if (hadFocus) document.getElementById(hadFocus)?.focus();
  }

  onLanguage(draw);
  state.subscribe((now, previous) => state.changed(now, previous, "vue") && draw());
  addEventListener("keydown", (event) => event.key === "Escape" && close());
  draw();
  return h("div", { class: "cadre-volet" }, opener, rail);
}
