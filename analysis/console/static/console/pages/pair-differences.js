/** What a row of the list says of a pair: its heaviest clues, and in what the two forms differ. */

import { code, shortDate, t } from "../i18n.js";

const MOST_CLUES = 3; // the heaviest come first
const MOST_DIFFERENCES = 4;

/** What two forms are compared in, the most telling first: the key of its name, and how it is read.
 * @type {[string, (household: any) => any][]} */
const FIELDS = [
  ["champ.nomComplet", ({ chefMenage }) => chefMenage?.nomComplet],
  ["champ.age", ({ chefMenage }) => chefMenage?.age],
  ["champ.tailleMenage", ({ tailleMenage }) => tailleMenage],
  ["localite", ({ localite }) => localite?.nom],
  ["collecte.enqueteur", ({ enqueteur }) => enqueteur?.nomComplet],
  ["campagne", ({ campagne }) => campagne?.nom],
  ["categorie", ({ categoriePauvrete: category }) => category && code("categorie", category)],
  ["collecte.cree", ({ createdAt }) => shortDate(createdAt)],
];

/** Name the heaviest clues of a pair, and how many there are beside them. */
export function describeClues({ raisons }) {
  const rest = raisons.length - MOST_CLUES;
  const first = raisons.slice(0, MOST_CLUES).join(" · ");
  return rest > 0 ? t("doublons.indices.autres", { indices: first, n: rest }) : first;
}

/** Name what differs: what speaks against one household, then the fields that both have filled in another way. */
export function describeDifferences({ contre, menageA, menageB }) {
  const differs = FIELDS.map(([key, read]) => ({ key, values: [read(menageA), read(menageB)] }))
    .filter(({ values: [one, other] }) => one !== other && one !== null && other !== null)
    .filter(({ values }) => values.every((value) => value !== undefined && value !== ""))
    .map(({ key, values }) => t("doublons.differe.champ", { champ: t(key), a: values[0], b: values[1] }));
  const parts = [
    contre.length > 0 && t("doublons.ensemble.contre", { raisons: contre.join(" · ") }),
    differs.length > 0 && t("doublons.differe", { liste: differs.slice(0, MOST_DIFFERENCES).join(" · ") }),
  ].filter(Boolean);
  return parts.join(" — ") || t("doublons.differe.rien");
}
