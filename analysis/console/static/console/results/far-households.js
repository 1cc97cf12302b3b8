/** The households that a coverage counts as too far from a service, as a list: exactly those. */

import { distance, t } from "../i18n.js";
import { rememberQuestion } from "../server/filter-names.js";
import { may } from "../server/session.js";
import { completeAreas } from "../sidebar/answer-filters.js";
import { NO_FILTERS, setView, view } from "../state/view.js";
import { findSubject, findZoneLevel } from "./shares.js";

/** Return whether who is counted can be listed: households, for who may read them. */
export const canList = () => findSubject() === "menages" && may("registre.lire");

/** Write the question of the households farther than this from every service of the kind, as the filters have it. */
const writeQuestion = ({ service, rayon }) =>
  JSON.stringify({
    genre: "compter",
    sujet: "menages",
    mesure: "nombre",
    distances: [{ service, type: null, sens: "plus", metres: rayon }],
  });

/** Return the filters of a zone; those of the coverage itself for all zones. */
async function findAreas(zone) {
  const { region } = view.peek();
  if (!zone) return { region };
  if (findZoneLevel() === "region") return { region: zone.id };
  const areas = await completeAreas({ secteur: zone.id }).catch(() => null);
  return areas ?? { region, secteur: zone.id };
}

/** Open the list of those who are too far, of a zone or (null) of all. */
export async function listFarHouseholds(zone = null) {
  const { service, rayon, categorie, milieu } = view.peek();
  const plan = writeQuestion({ service, rayon });
  rememberQuestion(plan, t("couverture.eloignes", { rayon: distance(rayon), service: t(`couche.${service}.article`) }));
  const areas = await findAreas(zone);
  setView({ ...NO_FILTERS, ...areas, categorie, milieu, plan, bande: "liste", page: 1, tri: null });
}
