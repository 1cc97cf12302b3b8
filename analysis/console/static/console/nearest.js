/** The distances to the nearest services, as a list: the same in every card. */

import { h } from "./dom.js";
import { failure } from "./feedback.js";
import { distance, t } from "./i18n.js";
import { symbol } from "./symbols.js";

const FAR = { ecoles: 3000, services_sante: 5000, points_eau: 1000, services_vbg: 20000, polices_judiciaires: 20000 };

function row([layer, place]) {
  const far = place && place.distance > FAR[layer];
  return h("li", {}, symbol(layer, 26),
    h("span", { class: "service" }, h("strong", {}, place ? place.nom : t("proche.aucun")), h("span", { class: "doux" }, t(`couche.${layer}.un`))),
    place && h("span", { class: far ? "ecart loin" : "ecart" }, distance(place.distance), far && h("span", { class: "hors-vue" }, ` ${t("proche.loin")}`)));
}

/** `found`: an Error, or {ecoles: {nom, distance} | null, …}; kinds that the answer does not name are left out. */
export function nearestList(found) {
  if (found instanceof Error) return h("section", { class: "proches" }, h("h3", {}, t("proche.titre")), failure(found));
  const rows = Object.keys(FAR).filter((layer) => layer in found).map((layer) => [layer, found[layer]]);
  return h("section", { class: "proches" }, h("h3", {}, t("proche.titre")), h("ul", {}, rows.map(row)));
}

/** Where the found services are, for the dashes on the map; services without a position are left out. */
export const ends = (found) =>
  found instanceof Error ? [] : Object.values(found).filter((place) => place?.longitude !== undefined && place?.longitude !== null).map((place) => [place.longitude, place.latitude]);
