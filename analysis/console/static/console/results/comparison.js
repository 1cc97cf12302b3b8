/** What there was by two dates, by area: which figures may be compared, and between which days. */

import { shortDate, t } from "../i18n.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";

/** The figures with the permissions that they need. */
const PERMISSIONS = {
  menages: "registre.lire",
  beneficiaires: "transferts.lire",
  paiements: "transferts.lire",
  montant: "transferts.lire",
  plaintes: "plaintes.lire",
};
const YEAR = 365 * 86_400_000; // milliseconds

export const listComparable = () => Object.keys(PERMISSIONS).filter((name) => may(PERMISSIONS[name]));

const formatDay = (moment) => new Date(moment).toISOString().slice(0, 10);

/**
 * Return what is compared: by default the first figure that the user may read, a year ago with today.
 * @param {Record<string, any>} view
 */
export const findQuestion = ({ compare, avant, apres }) => ({
  chiffre: compare ?? listComparable()[0],
  avant: avant ?? formatDay(Date.now() - YEAR),
  apres: apres ?? formatDay(Date.now()),
});

/** Read the areas at both dates: {id, nom, avant, apres, difference, variation} each. */
export async function readComparison({ niveau, region, ...view }, signal) {
  const question = findQuestion(view);
  const areas = await api.get("/carte/stats/comparaison", { ...question, niveau, region }, signal);
  return areas.map((area) => ({ ...area, chiffre: question.chiffre }));
}

/** Say what the map compares: "Plaintes, du 1er janv. 2025 au 1er janv. 2026". */
export function describeQuestion(view) {
  const { chiffre, avant, apres } = findQuestion(view);
  const days = { avant: shortDate(avant), apres: shortDate(apres) };
  return t("theme.comparaison.titre", { chiffre: t(`chiffre.${chiffre}`), ...days });
}
