/** How many households answer the filters, and the two ways to look at them. */

import * as api from "./api.js";
import { h, icon, replace } from "./dom.js";
import { close } from "./drawer.js";
import { failure } from "./feedback.js";
import { number, t } from "./i18n.js";
import * as state from "./state.js";

export function tally() {
  const box = h("section", { class: "bilan" });
  let wanted = null;
  let total = null;

  const open = (strip) => () => {
    state.set({ bande: state.get().bande === strip ? null : strip, page: 1 });
    close();
  };

  function draw() {
    const pressed = (strip) => ({ type: "button", class: "bouton", "aria-pressed": String(state.get().bande === strip), onclick: open(strip) });
    const { bande } = state.get();
    replace(box,
      total instanceof Error ? failure(total, load)
        : h("p", { class: "grand", "aria-live": "polite" }, h("strong", {}, total === null ? "…" : number(total)), " ", t("menages", { n: total ?? 0 })),
      h("div", { class: "deux" },
        h("button", { ...pressed("liste"), "data-on": bande === "liste" }, icon("list"), t("liste")),
        h("button", { ...pressed("couverture"), "data-on": bande === "couverture" }, icon("chart"), t("couverture"))));
    return box;
  }

  async function load() {
    wanted?.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    try {
      total = (await api.getJson("/menages", { ...state.filters(), limit: 1 }, signal)).pagination.total;
    } catch (error) {
      if (signal.aborted) return;
      total = error;
    }
    draw();
  }

  state.subscribe((now, previous) => {
    if (state.changed(now, previous, ...state.FILTERS)) load();
    else if (state.changed(now, previous, "bande")) draw();
  });
  addEventListener("tabanca:registre", load);
  load();
  return { draw };
}
