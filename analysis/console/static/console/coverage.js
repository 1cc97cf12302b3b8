/** Who lives too far from a service: zones coloured by the share of households beyond a distance, with denominators. */

import * as api from "./api.js";
import { h, icon, iconButton, replace } from "./dom.js";
import { saveCsv, savePicture } from "./download.js";
import { empty, failure, skeleton } from "./feedback.js";
import { distance, number, percent, t } from "./i18n.js";
import { look } from "./look.js";
import * as map from "./map.js";
import { SHARES, shareColour, topShare } from "./palette.js";
import * as state from "./state.js";
import { hoverZones } from "./zones.js";

const SERVICES = ["points_eau", "ecoles", "services_sante", "services_vbg", "polices_judiciaires"];
const RADII = [500, 1000, 2000, 5000, 10000, 20000];

const far = (zone) => zone.menages - zone.couverts;
const share = (zone) => (zone.menages ? far(zone) / zone.menages : null);

/** "Mansoa : 412 sur 1 530 ménages (27 %) à plus de 2 km d'un point d'eau" */
export function sentence(zone) {
  const { service, rayon } = state.get();
  if (!zone.menages) return t("couverture.vide", { nom: zone.nom });
  return t("couverture.phrase", { n: zone.menages, nom: zone.nom, loin: far(zone), total: zone.menages, taux: percent(share(zone)), rayon: distance(rayon), service: t(`couche.${service}.article`) });
}

const topOf = (zones) => topShare(Math.max(0, ...zones.map((zone) => share(zone) ?? 0)));
const points = (part) => number(part * 100, Number.isInteger(Math.round(part * 1000) / 10) ? 0 : 1);
const legend = (top) => SHARES.map((colour, index) => ({ colour, text: `${points((top / 5) * index)}–${points((top / 5) * (index + 1))}\u202f%` }));

function controls() {
  const { service, rayon, niveau } = state.get();
  const select = (name, label, value, options) =>
    h("label", { class: `champ court ${name}` }, h("span", {}, label),
      h("select", { id: `couverture-${name}`, "aria-label": label, onchange: (event) => state.set({ [name]: name === "rayon" ? Number(event.target.value) : event.target.value }) },
        options.map(([option, text]) => h("option", { value: option, selected: String(option) === String(value) }, text))));
  return h("div", { class: "reglages" },
    select("service", t("couverture.service"), service, SERVICES.map((name) => [name, t(`couche.${name}`)])),
    select("rayon", t("couverture.rayon"), rayon, RADII.map((metres) => [metres, distance(metres)])),
    select("niveau", t("couverture.niveau"), niveau, ["region", "secteur"].map((name) => [name, t(name)])));
}

function row(zone, top) {
  const part = share(zone);
  return h("tr", { "data-zone": zone.id },
    h("th", { scope: "row" }, zone.nom),
    h("td", {}, h("div", { class: "barre" }, h("span", { class: "part" }, part !== null && h("i", { style: { width: `${part * 100}%`, background: shareColour(Math.max(part, 0.4 * top), top) } })), h("b", {}, percent(part)))),
    h("td", { class: "droite" }, number(far(zone))), h("td", { class: "droite" }, number(zone.menages)), h("td", { class: "droite" }, distance(zone.distanceMediane)));
}

export function coverageStrip(strip) {
  let wanted = null;
  let answer = null;
  let hidHouseholds = false;
  const hover = hoverZones(sentence);

  const title = () => sentence({ ...answer.total, nom: t("couverture.ensemble") });
  const sorted = () => [...answer.zones].sort((one, other) => (share(other) ?? -1) - (share(one) ?? -1));
  const name = () => `couverture-${state.get().service}-${state.get().rayon}m`;
  const columns = () => [t(state.get().niveau), t("couverture.taux"), t("couverture.loin"), t("menages.titre"), t("couverture.mediane")];
  const csv = () => saveCsv([t(state.get().niveau), t("menages.titre"), t("couverture.loin"), t("couverture.part"), t("couverture.moyenne"), t("couverture.mediane")],
    sorted().map((zone) => [zone.nom, zone.menages, far(zone), share(zone)?.toFixed(4), zone.distanceMoyenne, zone.distanceMediane]), `${name()}.csv`);

  function content() {
    if (answer === null) return skeleton(6);
    if (answer instanceof Error) return failure(answer, load);
    if (!answer.total.menages) return empty(t("menages.aucun"), state.anyFilter() && t("filtres.effacer"), () => state.set(state.withoutFilters()));
    return h("table", { class: "zones" }, h("caption", {}, title()),
      h("thead", {}, h("tr", {}, columns().map((text, index) => h("th", { scope: "col", class: index > 1 ? "droite" : null }, text)))),
      h("tbody", {}, sorted().map((zone) => row(zone, topOf(answer.zones)))));
  }

  function draw() {
    const ready = answer && !(answer instanceof Error);
    const focus = strip.contains(document.activeElement) ? document.activeElement.id : "";
    replace(strip,
      h("header", {}, h("div", { class: "tete" }, h("h2", {}, t("couverture.titre")), controls(),
        ready && h("div", { class: "pages" },
          h("button", { type: "button", class: "bouton", onclick: () => savePicture(title(), legend(topOf(answer.zones)), `${name()}.png`) }, icon("download"), "PNG"),
          h("button", { type: "button", class: "bouton", onclick: csv }, icon("download"), "CSV"))),
        iconButton("close", t("fermer"), () => state.set({ bande: null }))),
      ready && h("div", { class: "legende-parts", "aria-hidden": "true" }, legend(topOf(answer.zones)).map(({ colour, text }) => h("span", {}, h("i", { style: { background: colour } }), text)), h("span", { class: "doux" }, t("couverture.legende"))),
      h("div", { class: "bande-corps", tabindex: "0", role: "region", "aria-label": t("couverture.titre") }, content()));
    if (focus) document.getElementById(focus)?.focus();
  }

  function paint() {
    const { niveau } = state.get();
    const top = topOf(answer.zones);
    const items = answer.zones.map((zone) => ({ id: zone.id, colour: share(zone) === null ? null : shareColour(share(zone), top) }));
    const zones = { layer: niveau === "region" ? "regions" : "secteurs", items };
    map.show({ zones });
    hover.on(answer.zones, zones);
  }

  async function load() {
    wanted?.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    const { service, rayon, niveau, region, categorie, milieu } = state.get();
    const filtres = Object.fromEntries(Object.entries({ region, categorie, milieu }).filter(([, value]) => value));
    answer = null;
    draw();
    try {
      answer = await api.post("/carte/analyse/couverture", { type: service, rayon, niveau, filtres }, { signal });
      paint();
    } catch (error) {
      if (signal.aborted) return;
      answer = error;
    }
    draw();
  }

  /** Circles over coloured zones cannot be read: households step aside while the coverage is open. */
  function enter() {
    const { couches } = state.get();
    if (couches.includes("menages") && !hidHouseholds) {
      hidHouseholds = true;
      state.set({ couches: couches.filter((layer) => layer !== "menages") }, { replace: true });
    }
    if (map.instance() && !answer) look(state.get()).catch(() => {}); // the filters tell that areas cannot be read
    return answer ? draw() : load();
  }

  function leave() {
    wanted?.abort();
    if (answer) map.show({ zones: null });
    hover.off();
    answer = null;
    const { couches } = state.get();
    if (hidHouseholds && !couches.includes("menages")) state.set({ couches: [...couches, "menages"] }, { replace: true });
    hidHouseholds = false;
  }

  state.subscribe((now, previous) => {
    if (now.bande === "couverture" && previous.bande === "couverture" && state.changed(now, previous, "service", "rayon", "niveau", "region", "categorie", "milieu")) load();
  });
  return { enter, leave };
}
