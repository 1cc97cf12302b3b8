/** Filters of the map and of the list. The poverty categories are the map's legend too. */

import { h, replace } from "./dom.js";
import { failure } from "./feedback.js";
import { code, t } from "./i18n.js";
import { look } from "./look.js";
import { POVERTY } from "./palette.js";
import * as places from "./places.js";
import * as state from "./state.js";

const change = (patch) => state.set({ ...patch, page: 1 });

function select(id, label, value, options, onchange) {
  const list = [h("option", { value: "" }, t(`tous.${id}`)), ...options.map((item) => h("option", { value: item.id }, item.nom))];
  const control = h("select", { id: `filtre-${id}`, onchange: (event) => onchange(event.target.value || null) }, list);
  control.value = value ?? "";
  return h("label", { class: "champ" }, h("span", {}, label), control);
}

/** One of few, as buttons: a second press takes the choice back. */
function choice(name, label, options) {
  const now = state.get()[name];
  const button = ({ value, text, swatch }) =>
    h("button", { type: "button", class: "choix", "aria-pressed": String(now === value), "data-valeur": value, onclick: () => change({ [name]: now === value ? null : value }) },
      swatch && h("span", { class: "pastille", style: { background: swatch } }), text);
  return h("div", { class: "groupe", role: "group", "aria-label": label }, h("span", { class: "etiquette" }, label), h("div", { class: "choix-rangee" }, options.map(button)));
}

export function filterPanel() {
  const box = h("section", { class: "filtres" });
  let areas = null;

  async function load() {
    try {
      areas = { regions: await places.regions(), sectors: await places.sectorsOf(state.get().region) };
    } catch (error) {
      areas = error;
    }
    draw();
  }

  function draw() {
    const now = state.get();
    const known = areas && !(areas instanceof Error);
    const focus = document.activeElement;
    const again = box.contains(focus) && (focus.id ? `#${focus.id}` : `[data-valeur="${focus.dataset.valeur}"]`);
    replace(box,
      h("div", { class: "titre-rangee" }, h("h2", {}, t("filtres")),
        state.anyFilter() && h("button", { type: "button", class: "lien", onclick: () => change(state.withoutFilters()) }, t("filtres.effacer"))),
      areas instanceof Error && failure(areas, load),
      h("div", { class: "deux" },
        select("region", t("region"), now.region, known ? areas.regions : [], (region) => change({ region, secteur: null, localite: null })),
        select("secteur", t("secteur"), now.secteur, known ? areas.sectors : [], (secteur) => change({ secteur, localite: null }))),
      choice("categorie", t("categorie"), POVERTY.map((step) => ({ value: step.code, text: code("categorie", step.code), swatch: step.colour }))),
      h("div", { class: "deux" },
        choice("milieu", t("milieu"), ["rural", "urbain"].map((value) => ({ value, text: code("milieu", value) }))),
        choice("eligible", t("eligibilite"), [{ value: "true", text: t("eligible.oui") }, { value: "false", text: t("eligible.non") }])));
    if (again) box.querySelector(again)?.focus();
    return box;
  }

  state.subscribe((now, previous) => {
    if (!state.changed(now, previous, ...state.FILTERS)) return;
    draw();
    if (!state.changed(now, previous, "region", "secteur")) return;
    load();
    // The back button brings the old position back by itself.
    if (now.carte === previous.carte) look(now).catch(() => {}); // the panel itself tells that areas cannot be read
  });
  load();
  return { draw };
}
