/** The households that a coverage counts as too far from a service, as a list: exactly those. */

import { distance, t } from "../i18n.js";
import { readPlan, rememberQuestion } from "../server/filter-names.js";
import { may } from "../server/session.js";
import { completeAreas } from "../sidebar/answer-filters.js";
import { NO_FILTERS, pickFilters, pickPlaces, setView, view } from "../state/view.js";
import { findType, isInService, nameService } from "./service-choice.js";
import { findSubject, findZoneLevel } from "./shares.js";

/** Return whether who is counted can be listed: households, for who may read them. */
export const canList = () => findSubject() === "menages" && may("registre.lire");

/** List the types that count: far from the nearest of several is far from each. */
const listTypesOf = (state) => findType(state)?.split(",") ?? [null];

/** Write the question of the households farther than this from every service of the kind, as the filters have it: of
 * those of the question that is a filter already, where there is one. */
function writeQuestion(/** @type {Record<string, any>} */ state) {
  const { service, rayon, plan } = state;
  const { distances = [], filtres = {}, parmi = {}, ...others } = readPlan(plan);
  const open = isInService(state) && { enService: true };
  const measure = (type) => ({ service, type, sens: "plus", metres: rayon, ...open });
  return JSON.stringify({
    ...others,
    genre: "compter",
    sujet: "menages",
    mesure: "nombre",
    limite: undefined, // all of them
    filtres: { ...parmi, ...filtres },
    distances: [...distances, ...listTypesOf(state).map(measure)],
  });
}

/** Say what the question asks; null where the words of two questions are those of the assistant. */
const nameQuestion = (/** @type {Record<string, any>} */ state) =>
  state.plan ? null : t("couverture.eloignes", { rayon: distance(state.rayon), service: nameService(state) });

/** Return the filters of a zone; those of the coverage itself for all zones. */
async function findAreas(zone) {
  const places = pickPlaces(view.peek());
  if (!zone) return places;
  if (findZoneLevel() === "region") return { ...places, region: zone.id };
  const areas = await completeAreas({ secteur: zone.id }).catch(() => null);
  return { ...(areas ?? { ...places, secteur: zone.id }), ...(places.localite && { localite: places.localite }) };
}

/** Open the list of those who are too far, of a zone or (null) of all. */
export async function listFarHouseholds(zone = null) {
  const state = view.peek();
  const plan = writeQuestion(state);
  const name = nameQuestion(state);
  if (name) rememberQuestion(plan, name);
  const areas = await findAreas(zone);
  const traits = pickFilters("categorie", state);
  setView({ ...NO_FILTERS, ...traits, ...areas, plan, bande: "liste", page: 1, tri: null });
}
