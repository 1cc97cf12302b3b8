/** The columns of the list of households. */

/** Each column: the API's name of its order. */
export const COLUMNS = {
  code: "codeMenage",
  chef: "chefMenage",
  lieu: "localite",
  taille: "tailleMenage",
  categorie: "categoriePauvrete",
  score: "scorePmt",
  eligibilite: "eligibleProgramme",
};
export const NUMBERS = ["taille", "score"];
