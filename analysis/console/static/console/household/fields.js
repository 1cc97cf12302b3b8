/** The fields of a household's form, by section: name, kind, and what a number may be. */

import { code, t } from "../i18n.js";
import { may } from "../server/session.js";

const text = (name, more = {}) => ({ name, kind: "text", ...more });
const count = (name) => ({ name, kind: "number", min: 0, max: 999 });
const listed = (name) => ({ name, kind: "liste" });

const COUNTS = [
  "nbEnfants04",
  "nbEnfants514",
  "nbAdultes1564",
  "nbPersonnes65Plus",
  "nbHandicapes",
  "nbActifsOccupes",
  "nbFemmes1564",
  "nbFemmes1549",
  "nbFemmesEnceintes",
  "nbEnfants010",
  "nbEnfants1114",
];
const LISTS = [
  "typeLogement",
  "statutOccupation",
  "materiauMur",
  "materiauToit",
  "materiauSol",
  "sourceEau",
  "traitementEau",
  "typeToilette",
  "sourceEclairage",
  "combustibleCuisine",
  "evacuationDechets",
];
const CONTACTS = [
  text("telephone", { type: "tel" }),
  text("numeroMobileMoney", { type: "tel" }),
  text("compteBancaire", { maxlength: 64 }),
];

const listMilieux = () => ["rural", "urbain"].map((value) => [value, code("milieu", value)]);
const listSexes = () => ["F", "M"].map((value) => [value, code("sexe", value)]);
const listAnswers = () => ["true", "false"].map((value) => [value, t(value === "true" ? "oui" : "non")]);

/** List the sections: the part of the household that holds their fields ("" is itself), and the fields. A contact that
 * may not be seen is not asked for: an empty field would erase it. */
export const listSections = () => [
  {
    id: "chef",
    part: "chefMenage",
    fields: [
      text("nomComplet", { maxlength: 255, required: true }),
      { name: "sexe", kind: "select", options: listSexes() },
      { name: "age", kind: "number", min: 0, max: 130 },
      ...(may("registre.voir_contacts") ? CONTACTS : []),
      listed("statutMatrimonial"),
      listed("niveauEducation"),
      listed("occupationPrincipale"),
    ],
  },
  {
    id: "menage",
    part: "",
    fields: [
      text("codeMenage", { maxlength: 60, help: "menage.code.aide" }),
      { name: "tailleMenage", kind: "number", min: 1, max: 999, required: true },
      { name: "milieu", kind: "select", options: listMilieux() },
      { name: "dateCollecte", kind: "date", initial: () => new Date().toLocaleDateString("sv") },
      text("identifiantUnique", { maxlength: 255 }),
      ...(may("registre.scorer") ? [{ name: "scorePmt", kind: "number", min: 0, max: 100, step: "0.01" }] : []),
    ],
  },
  { id: "composition", part: "", isFolded: true, fields: COUNTS.map(count) },
  {
    id: "logement",
    part: "logement",
    isFolded: true,
    fields: [
      ...LISTS.map(listed),
      { name: "nbPieces", kind: "number", min: 0, max: 999 },
      { name: "aUneCuisine", kind: "select", options: listAnswers() },
    ],
  },
];

/** Write a value as a control shows it. */
export function writeValue({ kind }, value) {
  if (value === null || value === undefined) return "";
  return kind === "date" ? String(value).slice(0, 10) : String(value);
}

/** Read the text of a control as the API takes it. */
export function readValue({ name }, typed) {
  const trimmed = typed.trim();
  if (trimmed === "") return null;
  return name === "aUneCuisine" ? trimmed === "true" : trimmed;
}

/** The name of a control: the part and the field, since two parts may have a field of the same name. */
export const nameControl = (part, name) => (part ? `${part}.${name}` : name);
