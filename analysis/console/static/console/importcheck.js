/** The problems of a file, readable: one entry a kind of problem, with the lines where it stands. */

import { h, icon } from "./dom.js";
import { number, t } from "./i18n.js";

const SHOWN_LINES = 12;
const SHOWN_KINDS = 100;

/** Problems with the same column and sentence together, most frequent first. */
function grouped(problems) {
  const kinds = new Map();
  for (const { ligne, colonne, message } of problems) {
    const key = `${colonne ?? ""}\n${message}`;
    if (!kinds.has(key)) kinds.set(key, { colonne, message, lines: [] });
    kinds.get(key).lines.push(ligne);
  }
  return [...kinds.values()].sort((one, other) => other.lines.length - one.lines.length || one.lines[0] - other.lines[0]);
}

function lines(list) {
  const first = list.slice(0, SHOWN_LINES).map((line) => number(line)).join(", ");
  return list.length > SHOWN_LINES ? t("import.lignes.plus", { lignes: first, n: list.length - SHOWN_LINES }) : t("import.lignes.liste", { lignes: first, n: list.length });
}

const entry = (kind, { colonne, message, lines: list }) =>
  h("li", { class: kind }, icon("warning"),
    h("div", {}, h("p", {}, colonne && h("code", {}, colonne), h("span", {}, message)), list[0] !== null && h("p", { class: "doux" }, lines(list))),
    h("span", { class: "fois" }, number(list.length), h("span", { class: "hors-vue" }, ` ${t("import.fois", { n: list.length })}`)));

/** `total`: how many there are; when the list is cut, its last item only says how many more there are. */
function block(kind, title, problems, total) {
  if (!problems.length) return null;
  const cut = problems.length < total ? problems.at(-1).message : "";
  const kinds = grouped(cut ? problems.slice(0, -1) : problems);
  return h("section", { class: "problemes" }, h("h2", {}, title),
    h("ul", {}, kinds.slice(0, SHOWN_KINDS).map((item) => entry(kind, item))),
    kinds.length > SHOWN_KINDS && h("p", { class: "doux" }, t("import.suite", { n: kinds.length - SHOWN_KINDS })), cut && h("p", { class: "doux" }, cut));
}

/** `checked`: the detailed validation's data. */
export function problemList(checked) {
  return [block("rouge", t("import.erreurs.titre"), checked.erreurs, checked.summary.total_erreurs), block("ambre", t("import.avertissements.titre"), checked.avertissements, checked.summary.total_avertissements)];
}

/** A line's message as the API answers it, cut at its line: {ligne, colonne, message}. */
function taken(answered) {
  if (typeof answered !== "string") return answered;
  const [, ligne, message] = /^\p{L}+ (\d+)(?:, |\s?: )(.*)$/su.exec(answered) ?? [null, null, answered];
  return { ligne: ligne && Number(ligne), colonne: null, message };
}

/** The line messages of an import ("Ligne 3, colonne region : …"): one entry a kind, as in the check before. */
export function messageList(messages) {
  return block("rouge", t("import.ignorees"), messages.map(taken), messages.length);
}
