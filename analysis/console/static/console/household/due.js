/** Which fields of a household's form are due: those that its place, the rules of quality or the score in force need.
 * All others are optional.
 */

/** What the registry needs of each household to save it, to judge its quality and to find it again. */
const ALWAYS = [
  ...["chefMenage.nomComplet", "chefMenage.sexe", "chefMenage.age", "tailleMenage"],
  ...["nbEnfants04", "nbEnfants514", "nbAdultes1564", "nbPersonnes65Plus"], // they make up the size
  ...["region", "secteur", "localite", "latitude", "longitude", "logement.typeLogement"],
];

/** The fields of a variable that is computed of several; every other variable has the name of its field. */
const RATIOS = {
  personnesParPiece: ["tailleMenage", "logement.nbPieces"],
  ratioDependance: ["nbEnfants04", "nbEnfants514", "nbAdultes1564", "nbPersonnes65Plus"],
  tauxActivite: ["nbActifsOccupes", "nbAdultes1564"],
};

const listFields = ({ variable, valeur }) =>
  variable === "geographie" ? Object.keys(valeur) : (RATIOS[variable] ?? [variable]);

/** Return the names of the controls that are due, as a set. `methods`: the PMT methods in force. */
export function findDue(methods) {
  const method = methods.find(({ parDefaut }) => parDefaut);
  return new Set([...ALWAYS, ...(method?.termes ?? []).flatMap(listFields)]);
}
