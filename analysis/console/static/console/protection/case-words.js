/** The codes of a case, and who writes and reads one. */

export const WRITE = "vbg.saisir";
export const READ_CASES = "vbg.voir_cas";
export const RUBRIQUES = [
  "violence_physique",
  "violence_sexuelle",
  "violence_psychologique",
  "violence_economique",
  "mariage_force",
  "mutilation_genitale",
  "exploitation",
  "autre",
];
export const STATUSES = ["en_cours", "resolu", "transfere", "clos"];
