/** The layers with their symbols and counts; each can be shown or hidden. */

import { h, replace } from "./dom.js";
import { failure, skeleton } from "./feedback.js";
import { number, t } from "./i18n.js";
import { POVERTY, SERVICES } from "./palette.js";
import * as places from "./places.js";
import * as state from "./state.js";
import { symbol } from "./symbols.js";
import { onPlaced } from "./tally.js";

const COUNT = {
  ecoles: (all) => all.ecoles,
  services_sante: (all) => all.servicesSante,
  points_eau: (all) => all.pointsEau,
  services_vbg: (all) => all.servicesVBG,
  polices_judiciaires: (all) => all.policesJudiciaires,
  asc: (all) => all.asc,
  acteurs_locaux: (all) => all.pointsFocaux + all.chefsVillage,
};

const households = () =>
  h("span", { class: "symbole rampe", "aria-hidden": "true" }, POVERTY.map((step) => h("span", { style: { background: step.colour } })));

export function layerPanel() {
  const box = h("section", { class: "couches" });
  let counts = null;
  let placed = null; // households on the map, with the filters

  async function load() {
    try {
      counts = await places.counts();
    } catch (error) {
      counts = error;
    }
    draw();
  }

  function toggle(layer, on) {
    const others = state.get().couches.filter((name) => name !== layer);
    state.set({ couches: on ? [...others, layer] : others });
  }

  function row(layer) {
    const known = counts && !(counts instanceof Error);
    const count = layer === "menages" ? placed : known ? COUNT[layer](counts) : null;
    return h("li", {}, h("label", { class: "couche" },
      h("input", { type: "checkbox", role: "switch", id: `couche-${layer}`, checked: state.get().couches.includes(layer), onchange: (event) => toggle(layer, event.target.checked) }),
      layer === "menages" ? households() : symbol(layer),
      h("span", { class: "nom" }, t(`couche.${layer}`)),
      h("span", { class: "compte-couche" }, count === null ? "" : number(count))));
  }

  function draw() {
    const focus = box.contains(document.activeElement) ? document.activeElement.id : null;
    replace(box,
      h("h2", {}, t("couches")),
      counts instanceof Error && failure(counts, load),
      counts === null ? skeleton(6) : h("ul", {}, ["menages", ...Object.keys(SERVICES)].map(row)),
      h("p", { class: "doux petit" }, t("couches.legende")));
    if (focus) document.getElementById(focus)?.focus();
    return box;
  }

  state.subscribe((now, previous) => state.changed(now, previous, "couches") && draw());
  onPlaced((count) => ((placed = count), draw()));
  addEventListener("tabanca:registre", load);
  load();
  return { draw };
}
