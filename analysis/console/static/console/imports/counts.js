/** What the lines of a checked file count: known households, new ones, and what can be imported. */

const EXAMPLE = "EXEMPLE";
/** What is asked of some lines, not of the file: how many there are, and which, is what the answer depends on. */
export const OF_LINES = ["codesManquants", "positionsHorsPays", "menagesRepetes", "lignesIdentiques"];

/** Count the example lines of the template: nobody left them out by mistake. */
export const countExamples = ({ problemes }) => problemes?.find(({ code }) => code === EXAMPLE)?.nombre ?? 0;

/** Count the lines that are right, but for `known` of them; null where nobody knows: the list of errors is cut. */
export function countGood({ stats, summary, erreurs, problemes }, known) {
  if (erreurs.length !== summary.total_erreurs) return null;
  return Math.max(
    0,
    stats.total_lignes - known - countExamples({ problemes }) - new Set(erreurs.map(({ ligne }) => ligne)).size,
  );
}

/** Count the lines with errors; null where nobody knows: the list of errors is cut. */
export const countFaultyLines = ({ summary, erreurs }) =>
  erreurs.length === summary.total_erreurs ? new Set(erreurs.map(({ ligne }) => ligne)).size : null;

/** Count the lines that are not taken before a question about them is answered. */
const countWaiting = ({ problemes }) =>
  (problemes ?? [])
    .filter(({ champ, gravite }) => OF_LINES.includes(champ) && gravite === "erreur")
    .reduce((sum, { nombre }) => sum + nombre, 0);

/** Count the known households, the new ones and those that wait for an answer; null before the file is known. */
export function countHouseholds(found) {
  if (!found?.stats?.total_lignes) return null;
  const known = found.stats.total_connus;
  return { known, fresh: countGood(found, known), waiting: countWaiting(found) };
}
