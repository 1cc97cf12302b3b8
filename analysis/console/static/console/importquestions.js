/** What has to be answered before a file can be imported: one sentence each, with its choices. */

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

export const MAPPING = "correspondances";

/** The problems that wait for an answer. */
export const questionsOf = (checked) => (checked.problemes ?? []).filter((problem) => problem.champ);

/** One of all titles of the file: for a field that none of them fills. */
function picker(problem, titles, map) {
  const id = `question-${problem.colonne}`;
  const options = [h("option", { value: "" }, t("import.choisir.colonne")), titles.map(({ entete, exemples }) => h("option", { value: entete }, exemples.length ? `${entete} (${exemples.join(", ")})` : entete))];
  return h("label", { class: "champ", for: id }, h("span", {}, t("import.colonne.du.fichier")),
    h("select", { id, onchange: (event) => event.target.value && map(event.target.value, problem.colonne) }, options));
}

/** `map(title, field)` chooses a column, `answer(name, value)` anything else. */
export function questionList(checked, map, answer) {
  const asked = questionsOf(checked);
  const choose = (problem, value) => (problem.champ === MAPPING ? map(value, problem.colonne) : answer(problem.champ, value));
  const one = (problem) => h("li", {}, h("p", {}, h("strong", {}, problem.message)),
    problem.champ === MAPPING && !problem.choix.length ? picker(problem, checked.colonnes, map)
      : h("div", { class: "actions" }, problem.choix.map(({ valeur, libelle }) => h("button", { type: "button", class: "bouton", onclick: () => choose(problem, valeur) }, libelle))));
  return asked.length > 0 && h("section", { class: "questions", "aria-labelledby": "titre-questions" },
    h("h2", { id: "titre-questions" }, icon("warning"), t("import.questions", { n: asked.length })), h("ul", {}, asked.map(one)));
}
