/** The quality of what is sent: by region, campaign or surveyor, each suspicion as a share with its numbers. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { saveCsv } from "../download.js";
import { empty } from "../feedback.js";
import { field, input, select } from "../forms.js";
import { number, percent, t } from "../i18n.js";
import * as places from "../places.js";
import { reading } from "../reading.js";
import * as state from "../state.js";
import { tabs } from "../tabs.js";
import { measure, scale, SUSPICIONS, whipple } from "./suspicion.js";

const AXES = { enqueteurs: "parEnqueteur", regions: "parRegion", campagnes: "parCampagne" };

export function mount(redraw) {
  const table = reading(redraw);
  const lists = reading(redraw);
  const filter = { region: "", campagne: "", dateDebut: "", dateFin: "" };
  let known = { regions: [], campagnes: [] }; // of the reading without filters: what there is to choose

  const axis = () => (state.get().onglet in AXES ? state.get().onglet : "enqueteurs");

  async function load() {
    await table.read((signal) => api.get("/qualite/tableau", filter, signal), { keep: true });
    if (table.value && !filter.campagne) known = { ...known, campagnes: table.value.parCampagne.filter((one) => one.id) };
    redraw();
  }

  function filters() {
    const on = (name) => ({ value: filter[name], onchange: (event) => ((filter[name] = event.target.value), load()) });
    const choice = (name, all, list) => select(name, [["", all], ...list.map((one) => [one.id, one.nom])], filter[name], on(name));
    const clear = () => (Object.assign(filter, { region: "", campagne: "", dateDebut: "", dateFin: "" }), load());
    return h("div", { class: "outils" },
      field(t("region"), choice("region", t("tous.region"), lists.value ?? [])),
      field(t("campagne"), choice("campagne", t("tous.region"), known.campagnes)),
      field(t("qualite.du"), input("dateDebut", { type: "date", ...on("dateDebut") })),
      field(t("qualite.au"), input("dateFin", { type: "date", ...on("dateFin") })),
      Object.values(filter).some(Boolean) && h("button", { type: "button", class: "bouton", onclick: clear }, t("filtres.effacer")));
  }

  const tile = (value, label, kind = "") => h("div", { class: `carreau ${kind}` }, h("strong", {}, value), h("span", {}, label));
  const tiles = (total) => h("div", { class: "carreaux" },
    tile(number(total.total), t("menages", { n: total.total })),
    tile(number(total.qualiteMoyenne, 1), t("qualite.moyenne")),
    tile(percent(total.taux.sansGps / 100), t("suspicion.sansGps"), total.taux.sansGps > 5 ? "ambre" : ""),
    tile(percent(total.taux.positionsPartagees / 100), t("suspicion.positionsPartagees"), total.taux.positionsPartagees > 5 ? "ambre" : ""),
    tile(number(total.indiceWhipple, 0), t("qualite.whipple"), total.indiceWhipple > 125 ? "ambre" : ""));

  /** The households of a group on the map: only what the map can be narrowed by. */
  const place = (group) => axis() === "regions" && group.id &&
    h("button", { type: "button", class: "bouton", onclick: () => (state.go("carte"), state.set({ region: group.id, secteur: null, localite: null, bande: "liste" })) }, icon("map"), t("qualite.carte"));

  const row = (scales) => (group) => h("tr", {},
    h("th", { scope: "row" }, group.nom ?? t("inconnu"), h("div", { class: "doux petit" }, `${number(group.total)} ${t("menages", { n: group.total })} · ${t("qualite.note", { note: number(group.qualiteMoyenne, 1) })}`), place(group)),
    SUSPICIONS.map((name) => h("td", { "data-nom": t(`suspicion.${name}`) }, measure(group, name, scales[name]))),
    h("td", { "data-nom": t("qualite.whipple") }, whipple(group)));

  function csv(groups) {
    const header = [t(`qualite.${axis()}`), t("menages.titre"), t("qualite.moyenne"), ...SUSPICIONS.flatMap((name) => [t(`suspicion.${name}`), `${t(`suspicion.${name}`)} (%)`]), t("qualite.whipple")];
    saveCsv(header, groups.map((group) => [group.nom, group.total, group.qualiteMoyenne, ...SUSPICIONS.flatMap((name) => [group[name], group.taux[name]]), group.indiceWhipple]), `qualite-${axis()}.csv`);
  }

  function board(found) {
    const groups = found[AXES[axis()]];
    if (!found.total.total) return empty(t("menages.aucun"), t("filtres.effacer"), () => (Object.keys(filter).forEach((name) => (filter[name] = "")), load()));
    return [tiles(found.total),
      h("div", { class: "outils entre" }, tabs(Object.keys(AXES).map((id) => [id, t(`qualite.${id}`)]), axis(), (onglet) => state.set({ onglet })),
        h("button", { type: "button", class: "bouton", onclick: () => csv(groups) }, icon("download"), t("csv.page"))),
      h("div", { class: "feuille defile", tabindex: "0", role: "region", "aria-label": t(`qualite.${axis()}`) },
        h("table", { class: "lignes suspects" }, h("caption", { class: "hors-vue" }, t(`qualite.${axis()}`)),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t(`qualite.${axis()}`)), SUSPICIONS.map((name) => h("th", { scope: "col", title: t(`suspicion.${name}.aide`) }, t(`suspicion.${name}`))), h("th", { scope: "col", title: t("qualite.whipple.aide") }, t("qualite.whipple")))),
          h("tbody", {}, groups.map(row(Object.fromEntries(SUSPICIONS.map((name) => [name, scale(groups, name)]))))))),
      h("details", { class: "feuille" }, h("summary", {}, t("qualite.legende")),
        h("dl", { class: "definitions" }, [...SUSPICIONS.map((name) => [t(`suspicion.${name}`), t(`suspicion.${name}.aide`)]), [t("qualite.whipple"), t("qualite.whipple.aide")]].map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))))),
      h("section", { class: "feuille" }, h("h2", {}, t("qualite.regles")), rules(found))];
  }

  const rules = (found) => found.parRegle.length === 0 ? h("p", { class: "doux" }, t("qualite.regles.aucune"))
    : h("ul", { class: "rangees" }, found.parRegle.map((rule) => h("li", {},
      h("div", {}, h("strong", {}, rule.message), h("span", { class: "doux petit" }, t(`gravite.${rule.gravite}`))),
      h("div", { class: "barre" }, h("span", { class: "part" }, h("i", { class: `teinte-${rule.gravite}`, style: { width: `${(100 * rule.total) / found.total.total}%` } })), h("b", {}, number(rule.total))))));

  return {
    draw: () => [filters(), table.show(board, 9)],
    enter() {
      lists.read(() => places.regions(), { keep: true });
      load();
    },
    changed: (now, previous) => state.changed(now, previous, "onglet") && redraw(),
  };
}
