/** The cards of a service and of a village. */

import * as api from "./api.js";
import { h, icon, isPhone } from "./dom.js";
import { code, distance, number, t } from "./i18n.js";
import * as map from "./map.js";
import { ends, nearestList } from "./nearest.js";
import * as state from "./state.js";
import { symbol } from "./symbols.js";

const LISTS = {
  ecoles: "ecoles", services_sante: "services-sante", points_eau: "points-eau", services_vbg: "services-vbg",
  polices_judiciaires: "polices-judiciaires", asc: "asc", acteurs_locaux: "acteurs-locaux",
};
const NEIGHBOURS = ["ecoles", "services_sante", "points_eau"];
const AROUND = 5000;
const HALF = 0.0003; // a box of about 60 m around a point (degrees)

const fact = (name, value) => (value === null || value === undefined || value === "" ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));
const yesNo = (value) => (value === null || value === undefined ? null : t(value ? "oui" : "non"));
const centreButton = (centre) => h("button", { type: "button", class: "bouton", onclick: () => map.move({ center: centre, zoom: Math.max(map.instance().getZoom(), isPhone() ? 14 : 14.5) }) }, icon("target"), t("centrer"));

/** Nearest of each kind around a point, without the place itself: {ecoles: {...} | null}. */
async function around([lng, lat], own, signal) {
  const answer = await api.post("/carte/analyse/proximite", { lat, lng, radius: 50_000, types: NEIGHBOURS, limit: 2 }, { signal });
  return Object.fromEntries(NEIGHBOURS.map((kind) => [kind, answer[kind].items.find((item) => item.id !== own) ?? null]));
}

const householdsNear = async ([lng, lat], signal) =>
  (await api.post("/carte/analyse/proximite", { lat, lng, radius: AROUND, types: ["menages"], limit: 1 }, { signal })).menages.count;

function details(kind, item) {
  const water = kind === "points_eau" && [fact(t("fonctionnel"), yesNo(item.fonctionnel)), fact(t("source"), item.typeSource && code("valeur", item.typeSource))];
  const school = kind === "ecoles" && [fact(t("prescolaire"), yesNo(item.prescolaire)), fact(t("niveau.max"), item.niveauMax), fact(t("ecole.pilote"), item.pilote ? t("oui") : null)];
  const health = kind === "services_sante" && ["urgences24h", "maternite", "laboratoire", "pharmacie"].map((name) => fact(t(`sante.${name}`), yesNo(item[name])));
  return h("dl", { class: "faits" }, fact(t("code"), item.code), water, school, health, fact(t("responsable"), item.responsable), fact(t("telephone"), item.telephone));
}

/** A school, a water point …: `centre` comes with the address, so that no list has to be read through. */
export async function readService({ kind, id, centre }, signal) {
  if (!centre) throw Object.assign(new Error(), { kind: "notfound" });
  const [lng, lat] = centre;
  const bbox = [lng - HALF, lat - HALF, lng + HALF, lat + HALF].join(",");
  const [list, near, count] = await Promise.all([
    api.get(`/carte/${LISTS[kind]}`, { bbox, limit: 50 }, signal), around(centre, id, signal).catch(api.asValue), householdsNear(centre, signal).catch(api.asValue),
  ]);
  const item = list.find((place) => place.id === id);
  if (!item) throw Object.assign(new Error(), { kind: "notfound" });
  const draw = () => ({
    title: item.nom,
    subtitle: [t(`couche.${kind}.un`), item.localite ?? item.communaute, item.secteur, item.region].filter(Boolean).join(" · "),
    body: [
      h("p", { class: "type" }, symbol(kind, 30), item.typeLabel || (item.type && code("valeur", item.type)) || t(`couche.${kind}.un`)),
      typeof count === "number" && h("p", { class: "grand" }, h("strong", {}, number(count)), " ", t("menages.autour", { n: count, rayon: distance(AROUND) })),
      details(kind, item), nearestList(near), centreButton(centre),
    ],
  });
  return { centre, ends: ends(near), draw };
}

/** A village and what is near it. */
export async function readVillage({ id, centre }, signal) {
  const [place, near, total] = await Promise.all([
    api.getJson(`/localites/${id}`, {}, signal),
    api.get(`/carte/analyse/localite-proximite/${id}`, {}, signal).catch(api.asValue),
    api.getJson("/menages", { localite: id, limit: 1 }, signal),
  ]);
  const found = near instanceof Error ? near : { ecoles: near.ecole, services_sante: near.serviceSante, points_eau: near.pointEau };
  const count = total.pagination.total;
  const list = () => state.set({ localite: id, bande: "liste", page: 1 });
  const draw = () => ({
    title: place.nom,
    subtitle: [code("localite", place.type), place.secteur?.nom].filter(Boolean).join(" · "),
    body: [
      h("p", { class: "grand" }, h("strong", {}, number(count)), " ", t("menages", { n: count })),
      h("dl", { class: "faits" }, fact(t("population"), place.population && number(place.population)), fact(t("code"), place.code)),
      nearestList(found),
      h("div", { class: "actions" }, count > 0 && h("button", { type: "button", class: "bouton", onclick: list }, icon("list"), t("liste.localite")), centre && centreButton(centre)),
    ],
  });
  return { centre, ends: ends(found), draw };
}
