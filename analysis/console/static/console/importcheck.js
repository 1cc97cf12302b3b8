/** The problems of a file, readable: one entry a kind of problem, with the lines where it stands. */

import { h, icon } from "./dom.js";
import { number, t } from "./i18n.js";

const SHOWN_LINES = 12;
const SHOWN_KINDS = 100;
const ABOUT_COLUMNS = new Set(["COLONNE_INCONNUE", "COLONNE_DOUBLE"]);

/** Line messages of work that tells no kinds: those with the same sentence together, most frequent first. */
function grouped(problems) {
  const kinds = new Map();
  for (const { ligne, colonne, message } of problems) {
    const key = `${colonne ?? ""}\n${message}`;
    if (!kinds.has(key)) kinds.set(key, { colonne, message, nombre: 0, lignes: [], valeurs: [], nombreValeurs: 1 });
    const kind = kinds.get(key);
    kind.nombre += 1;
    if (ligne !== null) kind.lignes.push(ligne);
  }
  return [...kinds.values()].sort((one, other) => other.nombre - one.nombre || one.lignes[0] - other.lignes[0]);
}

function sentenceOf(lines, count, most) {
  const first = lines.slice(0, most).map((line) => number(line)).join(", ");
  const more = count - Math.min(lines.length, most);
  return more > 0 ? t("import.lignes.plus", { lignes: first, n: more }) : t("import.lignes.liste", { lignes: first, n: lines.length });
}

/** The columns that are left aside: they have names, not lines. */
function columnsOf({ valeurs, nombreValeurs }) {
  if (nombreValeurs < 2) return null;
  const hidden = nombreValeurs - valeurs.length;
  return h("details", { class: "suite" }, h("summary", {}, t("import.autres.colonnes", { n: nombreValeurs - 1 })),
    valeurs.slice(1).map(({ message }) => h("p", {}, message)), hidden > 0 && h("p", { class: "doux" }, t("import.suite", { n: hidden })));
}

/** The first lines; more of them, and what else was written, behind a fold. */
function where(problem) {
  const { code, lignes, nombre, valeurs = [], nombreValeurs } = problem;
  if (ABOUT_COLUMNS.has(code)) return columnsOf(problem);
  if (!lignes.length) return null;
  const short = h("p", { class: "doux" }, sentenceOf(lignes, nombre, SHOWN_LINES));
  const others = nombreValeurs - 1;
  if (lignes.length <= SHOWN_LINES && others < 1) return short;
  const value = (one) => h("p", {}, h("strong", {}, one.valeur ?? "–"), h("span", { class: "doux" }, sentenceOf(one.lignes, one.nombre, SHOWN_LINES)));
  const hidden = nombreValeurs - valeurs.length;
  return [short, h("details", { class: "suite" }, h("summary", {}, others > 0 ? t("import.valeurs", { n: others }) : t("import.voir.lignes")),
    others > 0 ? [valeurs.map(value), hidden > 0 && h("p", { class: "doux" }, t("import.suite", { n: hidden }))] : h("p", { class: "doux" }, sentenceOf(lignes, nombre, lignes.length)))];
}

const entry = (kind, problem) =>
  h("li", { class: kind }, icon("warning"),
    h("div", {}, h("p", {}, problem.colonne && h("code", {}, problem.colonne), h("span", {}, problem.message)), where(problem)),
    h("span", { class: "fois" }, number(problem.nombre), h("span", { class: "hors-vue" }, ` ${t("import.fois", { n: problem.nombre })}`)));

function block(kind, title, kinds) {
  if (!kinds.length) return null;
  return h("section", { class: "problemes" }, h("h2", {}, title), h("ul", {}, kinds.slice(0, SHOWN_KINDS).map((item) => entry(kind, item))),
    kinds.length > SHOWN_KINDS && h("p", { class: "doux" }, t("import.suite", { n: kinds.length - SHOWN_KINDS })));
}

/** The problems under the titles of the file, as the person knows them. */
function titled(problems, columns = []) {
  const titles = new Map(columns.filter(({ champ }) => champ).map(({ entete, champ }) => [champ, entete]));
  return problems.map((problem) => ({ ...problem, colonne: titles.get(problem.colonne) ?? problem.colonne }));
}

/** `checked`: the detailed validation's data. What waits for an answer stands above. */
export function problemList({ problemes, colonnes }) {
  const of = (severity) => titled(problemes.filter((problem) => problem.gravite === severity && !problem.champ), colonnes);
  return [block("rouge", t("import.erreurs.titre"), of("erreur")), block("ambre", t("import.avertissements.titre"), of("avertissement"))];
}

/** A line's message as the API answers it, cut at its line: {ligne, colonne, message}. */
function taken(answered) {
  if (typeof answered !== "string") return answered;
  const [, ligne, message] = /^\p{L}+ (\d+)(?:, |\s?: )(.*)$/su.exec(answered) ?? [null, null, answered];
  return { ligne: ligne && Number(ligne), colonne: null, message };
}

/** Why lines were left out of an import: by kind, or put together from the line messages ("Ligne 3, colonne region : …"). */
export function messageList({ errors = [], problemes, colonnes }) {
  const kinds = problemes ? titled(problemes.filter(({ gravite }) => gravite === "erreur"), colonnes) : grouped(errors.map(taken));
  return block("rouge", t("import.ignorees"), kinds);
}
