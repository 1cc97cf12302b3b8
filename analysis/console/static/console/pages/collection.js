/** The board of the collection: how many households stand in each state, those of one state, and their moves. */

import * as api from "../api.js";
import { announce, h } from "../dom.js";
import { empty } from "../feedback.js";
import { ask, field, select } from "../forms.js";
import { code, date, number, percent, t } from "../i18n.js";
import { visit } from "../map.js";
import { pager } from "../pager.js";
import * as places from "../places.js";
import { reading } from "../reading.js";
import { may } from "../session.js";
import * as state from "../state.js";
import { MOVES, STATES } from "./moves.js";

const ROWS = 25;

/** Who may be given households: the surveyors, or who has sent something where the caller administers no users. */
async function surveyors() {
  if (may("administration.utilisateurs")) {
    const { data } = await api.getJson("/users", { role: "ROLE_ENQUETEUR", isActive: true, limit: 100 });
    return data.map((user) => [user.id, [user.prenom, user.nom].filter(Boolean).join(" ") || user.email]);
  }
  const { parEnqueteur } = await api.get("/qualite/tableau");
  return parEnqueteur.filter((group) => group.id).map((group) => [group.id, group.nom]);
}

/** Why a household may be sent back: the list that administrators keep. */
async function reasons() {
  const { motifRejet } = await api.get("/references/menage");
  return motifRejet.map((one) => [one.value, code("motif", one.value, one.label)]);
}

// What a step asks for that is read first.
const CHOICES = { enqueteurId: surveyors, motif: reasons };

export function mount(redraw) {
  const stats = reading(redraw);
  const list = reading(redraw);
  const regions = reading(redraw);
  const filter = { region: "", campagne: "" };
  const chosen = new Set();
  let campaigns = [];
  let result = null; // of the last move: {move, reussis, echoues, erreurs}

  const status = () => (state.get().statut in STATES ? state.get().statut : "soumis");
  const rows = () => list.value?.data ?? [];

  async function load() {
    chosen.clear();
    const wanted = { ...STATES[status()].filter, ...filter, page: state.get().page, limit: ROWS };
    const counted = stats.read((signal) => api.get("/menages/pre-collecte/stats", filter, signal), { keep: true });
    await Promise.all([counted, list.read((signal) => api.getJson("/menages", wanted, signal), { keep: true })]);
    if (stats.value && !filter.campagne) campaigns = stats.value.parCampagne.filter((one) => one.id);
    redraw();
  }

  const parts = {
    commentaire: () => field(t("collecte.commentaire"), h("textarea", { name: "commentaire", id: "f-commentaire", maxlength: 10000 })),
    motif: (list) => field(t("collecte.motif"), select("motif", list.length ? list : [["autre", code("motif", "autre")]])),
    enqueteurId: (people) => field(t("collecte.enqueteur"), select("enqueteurId", [["", t("collecte.personne")], ...people])),
  };

  async function make(name) {
    const move = MOVES[name];
    const ids = [...chosen];
    const choices = await Promise.all(move.asks.map((part) => CHOICES[part]?.().catch(() => [])));
    const answer = await ask({
      title: t(`move.${name}`), text: t("collecte.choisis", { n: ids.length }), label: t(`move.${name}`),
      parts: move.asks.map((part, index) => parts[part](choices[index])),
      send: (form) => move.run(ids, Object.fromEntries(move.asks.map((part) => [part, form[part].value || null]))),
    });
    if (!answer) return;
    const codes = Object.fromEntries(rows().map((item) => [item.id, item.codeMenage]));
    result = { ...answer, name, erreurs: answer.erreurs.map((fault) => ({ ...fault, code: codes[fault.id] ?? fault.id })) };
    announce(t("collecte.faits", { n: answer.reussis }));
    await load();
  }

  function column(id, counts) {
    const count = STATES[id].count(counts);
    const whole = counts.total + counts.integres;
    return h("button", { type: "button", class: "colonne", id: `colonne-${id}`, "aria-pressed": String(id === status()), onclick: () => ((result = null), state.set({ statut: id, page: 1 })) },
      h("strong", {}, number(count)), h("span", {}, t(`etat.${id}`)),
      h("span", { class: "part", "aria-hidden": "true" }, h("i", { style: { width: `${whole ? (100 * count) / whole : 0}%` } })), h("span", { class: "doux petit" }, percent(whole ? count / whole : 0)));
  }

  const columns = (counts) => h("div", { class: "colonnes", role: "group", "aria-label": t("collecte.etats") }, Object.keys(STATES).map((id) => column(id, counts)));

  function filters() {
    const choice = (name, options) => select(name, [["", t("tous.region")], ...options], filter[name], { onchange: (event) => ((filter[name] = event.target.value), (result = null), state.get().page === 1 ? load() : state.set({ page: 1 })) });
    return h("div", { class: "outils" },
      field(t("region"), choice("region", (regions.value ?? []).map((one) => [one.id, one.nom]))),
      field(t("campagne"), choice("campagne", campaigns.map((one) => [one.id, one.campagne]))));
  }

  function told() {
    if (!result) return null;
    return h("div", { class: result.echoues ? "note" : "dit" }, h("div", {}, h("p", {}, h("strong", {}, t("collecte.faits", { n: result.reussis })), result.echoues > 0 && ` ${t("collecte.refus", { n: result.echoues })}`),
      result.erreurs.length > 0 && h("ul", { class: "refus" }, result.erreurs.map((fault) => h("li", {}, h("strong", {}, fault.code), " : ", fault.message)))));
  }

  const possible = () => STATES[status()].moves.filter((name) => may(MOVES[name].permission));

  function bar() {
    if (!possible().length) return null;
    return h("div", { class: "barre-choix" }, h("span", { "aria-live": "polite" }, t("collecte.choisis", { n: chosen.size })),
      h("div", { class: "actions" }, possible().map((name, index) => h("button", { type: "button", id: `move-${name}`, class: index ? "bouton" : "bouton principal", disabled: chosen.size === 0, onclick: () => make(name) }, t(`move.${name}`)))));
  }

  function pick(ids, on) {
    for (const id of ids) chosen[on ? "add" : "delete"](id);
    redraw();
  }

  const box = (id, label, checked, ids) => h("input", { type: "checkbox", id, "aria-label": label, checked, onchange: (event) => pick(ids, event.target.checked) });

  const row = (item) => h("tr", { "aria-selected": possible().length ? String(chosen.has(item.id)) : null },
    possible().length > 0 && h("td", { class: "coche" }, box(`choix-${item.id}`, t("collecte.choisir", { code: item.codeMenage }), chosen.has(item.id), [item.id])),
    h("td", {}, h("button", { type: "button", class: "lien", onclick: () => visit(`menage/${item.id}`, { vue: "carte" }) }, item.codeMenage), h("div", { class: "doux petit" }, item.chefMenage?.nomComplet ?? t("inconnu"))),
    h("td", {}, [item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–"),
    h("td", {}, item.enqueteur?.nomComplet ?? "–"), h("td", {}, item.campagne?.nom ?? "–"),
    h("td", { class: "droite" }, item.scoreQualite === null ? "–" : number(item.scoreQualite)), h("td", {}, date(item.createdAt)));

  function table({ data, pagination }) {
    if (!data.length) return empty(t("collecte.vide"));
    const ids = data.map((item) => item.id);
    const heads = ["collecte.menage", "lieu", "collecte.enqueteur", "campagne", "collecte.qualite", "collecte.cree"];
    return [bar(), h("table", { class: "lignes collecte" }, h("caption", { class: "hors-vue" }, t(`etat.${status()}`)),
      h("thead", {}, h("tr", {}, possible().length > 0 && h("th", { scope: "col", class: "coche" }, box("choix-tous", t("collecte.tous"), ids.every((id) => chosen.has(id)), ids)),
        heads.map((key) => h("th", { scope: "col", class: key === "collecte.qualite" ? "droite" : null }, t(key))))),
      h("tbody", {}, data.map(row))), pager(pagination)];
  }

  return {
    draw: () => [filters(), stats.show(columns, 2), told(), h("div", { class: "feuille" }, list.show(table))],
    enter() {
      regions.read(() => places.regions(), { keep: true });
      load();
    },
    changed: (now, previous) => state.changed(now, previous, "statut", "page") && load(),
  };
}
