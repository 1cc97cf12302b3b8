/** How many households answer the filters, and the two ways to look at them. */

import * as api from "./api.js";
import { h, icon, replace } from "./dom.js";
import { close } from "./drawer.js";
import { failure } from "./feedback.js";
import { number, t } from "./i18n.js";
import { offered } from "./pages.js";
import * as places from "./places.js";
import * as state from "./state.js";

/** What to do where nothing is registered yet: the boundaries first, then the households. */
function begin(regions) {
  return [
    h("p", { class: "doux" }, t(regions ? "vide.menages" : "vide.limites")),
    regions > 0 && offered().some((page) => page.id === "import") &&
      h("button", { type: "button", class: "bouton principal large", onclick: () => (state.go("import"), close()) }, icon("upload"), t("vide.importer")),
  ];
}

const placing = new Set();

/** `listener(count)` when it is known how many of the households that answer the filters are on the map. */
export const onPlaced = (listener) => placing.add(listener);

/** {placed, unplaced} of the households that answer the filters. */
async function positions(signal) {
  if (!state.anyFilter()) {
    const { menages, menagesRegistered } = await places.counts();
    return { placed: menages, unplaced: menagesRegistered - menages };
  }
  const { total, sansPosition } = await api.getJson("/carte/menages", { ...state.filters(state.get(), "categorie"), limit: 1 }, signal);
  return { placed: total, unplaced: sansPosition };
}

export function tally() {
  const box = h("section", { class: "bilan" });
  let wanted = null;
  let total = null;
  let unplaced = 0;
  let regions = null; // how many, where nothing is registered

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
      !(total instanceof Error) && unplaced > 0 && h("p", { class: "doux petit" }, t("menages.sansposition", { n: unplaced })),
      total === 0 && regions !== null && !state.anyFilter() && begin(regions),
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
      // The count is shown where only the positions are not known.
      const [found, known] = await Promise.all([api.getJson("/menages", { ...state.filters(), limit: 1 }, signal), positions(signal).catch(api.asValue)]);
      if (signal.aborted) return; // the counts of all are nobody's request to drop
      total = found.pagination.total;
      unplaced = known.unplaced ?? 0;
      for (const listener of placing) listener(known.placed ?? null);
      if (total === 0 && !state.anyFilter()) regions = (await places.regions()).length;
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
