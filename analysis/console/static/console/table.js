/** The list of households that answer the filters. */

import * as api from "./api.js";
import { h, icon, iconButton, replace } from "./dom.js";
import { saveCsv } from "./download.js";
import { empty, failure, skeleton } from "./feedback.js";
import { category } from "./household.js";
import { code, number, t } from "./i18n.js";
import { visit } from "./map.js";
import * as state from "./state.js";

const ROWS = 25;
const COLUMNS = ["code", "chef", "lieu", "taille", "categorie", "score", "eligibilite"];

const where = (item) => [item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–";

function row(item) {
  const cells = [
    h("button", { type: "button", class: "lien", onclick: () => visit(`menage/${item.id}`) }, item.codeMenage),
    item.chefMenage?.nomComplet ?? "–", where(item), number(item.tailleMenage), category(item.categoriePauvrete),
    item.scorePmt === null ? "–" : number(item.scorePmt, 1), t(item.eligibleProgramme ? "oui" : "non"),
  ];
  return h("tr", { "aria-current": state.get().fiche === `menage/${item.id}` ? "true" : null }, cells.map((content, index) => h("td", { class: [3, 5].includes(index) ? "droite" : null }, content)));
}

const line = (item) => [item.codeMenage, item.chefMenage?.nomComplet, where(item), item.tailleMenage, code("categorie", item.categoriePauvrete), item.scorePmt, t(item.eligibleProgramme ? "oui" : "non")];

export function listStrip(strip) {
  let wanted = null;
  let answer = null;

  const header = () => COLUMNS.map((name) => t(name));
  const csv = () => saveCsv(header(), answer.data.map(line), `menages-page-${state.get().page}.csv`);

  function pager() {
    const { page, pages, total, limit } = answer.pagination;
    const go = (next) => () => state.set({ page: next });
    const first = (page - 1) * limit + 1;
    return h("div", { class: "pages" },
      h("span", { class: "doux" }, t("pages.plage", { debut: first, fin: Math.min(total, page * limit), total })),
      iconButton("previous", t("pages.avant"), go(page - 1), { class: "bouton carre", disabled: page <= 1 }),
      iconButton("next", t("pages.apres"), go(page + 1), { class: "bouton carre", disabled: page >= pages }),
      h("button", { type: "button", class: "bouton", onclick: csv }, icon("download"), t("csv.page")));
  }

  function content() {
    if (answer === null) return skeleton(6);
    if (answer instanceof Error) return failure(answer, load);
    if (!answer.data.length) return empty(t("menages.aucun"), state.anyFilter() && t("filtres.effacer"), () => state.set({ ...state.withoutFilters(), page: 1 }));
    return h("table", { class: "menages" }, h("caption", { class: "hors-vue" }, t("liste")),
      h("thead", {}, h("tr", {}, header().map((name, index) => h("th", { scope: "col", class: [3, 5].includes(index) ? "droite" : null }, name)))),
      h("tbody", {}, answer.data.map(row)));
  }

  function draw() {
    const full = answer && !(answer instanceof Error) && answer.data.length;
    replace(strip,
      h("header", {}, h("div", { class: "tete" }, h("h2", {}, t("liste.titre")), full ? pager() : null), iconButton("close", t("fermer"), () => state.set({ bande: null }))),
      h("div", { class: "bande-corps", tabindex: "0", role: "region", "aria-label": t("liste.titre") }, content()));
  }

  async function load() {
    wanted?.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    answer = null;
    draw();
    try {
      answer = await api.getJson("/menages", { ...state.filters(), page: state.get().page, limit: ROWS }, signal);
    } catch (error) {
      if (signal.aborted) return;
      answer = error;
    }
    draw();
  }

  state.subscribe((now, previous) => {
    if (now.bande !== "liste" || previous.bande !== "liste") return;
    if (state.changed(now, previous, "page", ...state.FILTERS)) load();
    else if (state.changed(now, previous, "fiche")) draw();
  });
  return { enter: load, leave: () => wanted?.abort() };
}
