/** What a text finds beside places and households: a complaint by its number, the layer of a kind of service. */

import { code, t } from "../i18n.js";
import { SERVICES } from "../map/palette.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { fold, startsWords } from "./matches.js";

const NUMBER = /^plt-?[\d-]*$/i;
const SHORTEST = 3; // letters of a kind: with fewer half of them begin
const COMPLAINTS = 5;
// What people call a kind of service, in the languages of the country, beside the name of its layer.
const CALLED = {
  ecoles: "ecole lycee escola school",
  services_sante: "hopital clinique poste centre sante hospital saude health",
  points_eau: "eau puits forage fontaine agua poco furo water well borehole",
  services_vbg: "vbg violence violencia",
  polices_judiciaires: "police commissariat policia",
  asc: "asc agent agente saude",
  acteurs_locaux: "focal chef chefe acteur ator",
};

function showLayer(layer) {
  const { couches } = view.peek();
  setView({ vue: "carte", couches: couches.includes(layer) ? couches : [...couches, layer] });
}

/** Find layers by what their services are called: {title, note, open} each. */
export function findLayers(text) {
  if (text.length < SHORTEST) return [];
  return Object.keys(SERVICES)
    .filter((layer) => startsWords(`${t(`couche.${layer}`)} ${CALLED[layer]}`, fold(text).replace(/s$/, "")))
    .map((layer) => ({ title: t(`couche.${layer}`), note: t("recherche.couche"), open: () => showLayer(layer) }));
}

/** Find complaints by the beginning of their number. */
export async function findComplaints(text, signal) {
  if (!may("plaintes.lire") || !NUMBER.test(text)) return [];
  const { data } = await api.getJson("/plaintes", { search: text, limit: COMPLAINTS }, signal);
  return data.map((one) => ({
    title: one.reference,
    note: [one.objet, code("plainte", one.statut)].filter(Boolean).join(" · "),
    open: () => setView({ vue: "plaintes", element: one.id, onglet: null, filtre: null, page: 1 }),
  }));
}
