/** Which services of a kind a coverage counts: of which type, and whether those that are closed count, too. */

import { t } from "../i18n.js";
import { view } from "../state/view.js";

// By kind, the choices of types: one, or several together. Of services for survivors nothing is chosen.
const TYPES = {
  ecoles: ["publique", "communautaire", "privee", "madrassa"],
  services_sante: ["hopital,centre_sante,poste_sante", "hopital", "centre_sante", "poste_sante", "pharmacie"],
  points_eau: ["forage", "puits", "borne_fontaine", "source"],
  polices_judiciaires: ["police", "tribunal"],
  services_vbg: [],
};

export const listTypes = ({ service } = view.value) => TYPES[service] ?? [];

/** Return the type that the view names, where its kind has it; else null: any. */
export const findType = (state = view.value) =>
  listTypes(state).includes(state.typeService) ? state.typeService : null;

/** Return whether those that are known to be closed do not count: where it may be chosen, unless all are wanted. */
export const isInService = (state = view.value) => listTypes(state).length > 0 && state.comptent !== "tous";

/** Return the parameters of the API: an empty one is not sent. */
export function readChoice(state = view.peek()) {
  const types = findType(state);
  return { ...(types && { typesService: types }), ...(isInService(state) && { enService: true }) };
}

/** Say "d'un centre de santé en service". */
export function nameService(state = view.value) {
  const type = findType(state);
  const service = t(type ? `couverture.type.${type}.article` : `couche.${state.service}.article`);
  return isInService(state) ? t("couverture.enservice", { service }) : service;
}

/** Say which services count, in a line. */
export function describeChoice(state = view.value) {
  const isOfAny = !findType(state);
  const notes = isInService(state)
    ? ["couverture.compte.enservice", isOfAny && state.service === "services_sante" && "couverture.compte.pharmacies"]
    : [isOfAny ? `couverture.compte.${state.service}` : "couverture.compte.tous"];
  return notes
    .filter(Boolean)
    .map((key) => t(String(key)))
    .join(" ");
}
