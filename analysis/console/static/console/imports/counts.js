/** What the lines of a checked file count: known households, new ones, and what can be imported. */

const EXAMPLE = "EXEMPLE";

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

/** Count the known households and the new ones; null before anything is known of the file. */
export function countHouseholds(found) {
  if (!found?.stats?.total_lignes) return null;
  const known = found.stats.total_connus;
  return { known, fresh: countGood(found, known) };
}
