/** Households that may be registered twice: the pairs, the most alike first, and one of them side by side. */

import * as api from "../api.js";
import { h, icon } from "../dom.js";
import { empty } from "../feedback.js";
import { field, said, select, sentence } from "../forms.js";
import { number, t } from "../i18n.js";
import { outcome } from "../importjob.js";
import { pager } from "../pager.js";
import * as places from "../places.js";
import { reading } from "../reading.js";
import { may } from "../session.js";
import * as state from "../state.js";
import { tabs } from "../tabs.js";
import { pairPanel } from "./pair.js";

const ROWS = 20;
const STATES = ["ouvert", "certain", "a_verifier", "distincts", "ignorer"];

export function mount(redraw) {
  const list = reading(redraw);
  const regions = reading(redraw);
  let region = "";
  let told = null;
  let working = null;
  const panel = pairPanel(redraw, () => list.value?.data ?? [], () => list.again());

  const status = () => (STATES.includes(state.get().statut) ? state.get().statut : STATES[0]);
  const load = () => list.read((signal) => api.getJson("/menages/doublons", { statut: status(), region, page: state.get().page, limit: ROWS }, signal), { keep: true });

  /** Looks for duplicates anew, as a job that is waited for here. */
  async function analyse() {
    working = new AbortController();
    told = null;
    redraw();
    try {
      const { jobId } = await api.post("/menages/analyse-doublons", {}, { query: { async: 1 } });
      await outcome(jobId, () => {}, working.signal);
      told = said(t("doublons.analyse.faite"));
    } catch (error) {
      told = h("p", { class: "faute", role: "alert" }, sentence(error));
    }
    working = null;
    load();
  }

  const tools = () => h("div", { class: "outils" },
    field(t("region"), select("region", [["", t("tous.region")], ...(regions.value ?? []).map((one) => [one.id, one.nom])], region, { onchange: (event) => ((region = event.target.value), load()) })),
    may("registre.valider") && h("button", { type: "button", class: "bouton", disabled: working !== null, onclick: analyse }, icon("search"), t(working ? "doublons.analyse.encours" : "doublons.analyse")));

  const side = (household) => h("span", { class: "cote" }, h("strong", {}, household.chefMenage?.nomComplet ?? t("inconnu")),
    h("span", { class: "doux petit" }, [household.codeMenage, household.localite?.nom].filter(Boolean).join(" · ")));

  const row = (pair) => h("li", {}, h("button", { type: "button", class: "paire", onclick: () => state.set({ element: pair.id }) },
    h("span", { class: `note-paire ${pair.niveau}` }, h("b", {}, number(pair.score)), h("span", { class: "petit" }, t(`doublons.${pair.niveau}`))),
    side(pair.menageA), side(pair.menageB),
    h("span", { class: "doux petit raisons" }, pair.raisons.join(" · "))));

  const rows = ({ data, pagination }) => data.length
    ? h("div", { class: "feuille" }, h("ul", { class: "rangees paires" }, data.map(row)), pager(pagination))
    : empty(t("doublons.aucun"));

  return {
    draw: () => (state.get().element ? panel.draw()
      : [tabs(STATES.map((id) => [id, t(`doublons.${id}`)]), status(), (statut) => state.set({ statut, page: 1 })), tools(), told, panel.done(), list.show(rows)]),
    enter() {
      regions.read(() => places.regions(), { keep: true });
      load();
      panel.open(state.get().element);
    },
    changed(now, previous) {
      if (state.changed(now, previous, "element")) {
        panel.open(now.element);
        if (!now.element) load();
      } else if (state.changed(now, previous, "statut", "page")) load();
    },
  };
}
