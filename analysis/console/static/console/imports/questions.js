/** What has to be answered before a file can be imported: one sentence each, with its choices. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { OF_LINES } from "./counts.js";
import { MAPPING, mapColumn, refresh } from "./import-state.js";
import { describeLines } from "./issues.js";
import { answers, dropField, setField } from "./settings-state.js";

/** List the problems that wait for an answer. */
export const listQuestions = (found) => (found.problemes ?? []).filter((problem) => problem.champ);

/** Go to the top: what an answer leads to, the next question or the verdict, stands there. */
const showTop = () => document.querySelector(".page")?.scrollTo({ top: 0 });

function answer(problem, value) {
  showTop();
  if (problem.champ === MAPPING) {
    mapColumn(value, problem.colonne);
    return;
  }
  setField(problem.champ, value);
  refresh();
}

const NO_CODES = "COLONNE_MANQUE";
const ASSIGN_CODES = { champ: "codesManquants", valeur: "attribuer" };

/** Let the service give codes, where no column of the file has them. */
const AssignCodes = () => html`
  <div class="actions">
    <button type="button" class="bouton" onClick=${() => answer(ASSIGN_CODES, ASSIGN_CODES.valeur)}>
      ${t("import.codes.attribuer")}
    </button>
  </div>
`;

/** Choose one of all titles of the file: for a field that none of them fills. */
function ColumnPicker({ problem, columns }) {
  const id = `question-${problem.colonne}`;
  const choose = (event) => event.target.value && answer(problem, event.target.value);
  const describe = ({ entete, exemples }) => (exemples.length ? `${entete} (${exemples.join(", ")})` : entete);
  return html`
    <label class="champ" for=${id}>
      <span>${t("import.colonne.du.fichier")}</span>
      <select id=${id} onChange=${choose}>
        <option value="">${t("import.choisir.colonne")}</option>
        ${columns.map((column) => html`<option value=${column.entete}>${describe(column)}</option>`)}
      </select>
    </label>
    ${problem.code === NO_CODES && html`<${AssignCodes} />`}
  `;
}

const Choices = ({ problem }) => html`
  <div class="actions">
    ${problem.choix.map(
      ({ valeur, libelle }) => html`
        <button type="button" class="bouton" key=${valeur} onClick=${() => answer(problem, valeur)}>${libelle}</button>
      `,
    )}
  </div>
`;

/** What is asked of lines that repeat something: what that is stands in their sentences alone. */
const OF_OTHERS = ["menagesRepetes", "lignesIdentiques"];
const MOST_LINES = 12;
const MOST_VALUES = 5;

/** Name the first lines that a question is about, and what each says where they differ. */
function Lines({ problem: { champ, lignes, nombre, valeurs, message } }) {
  // Where all say the same, that stands in none of them.
  const said = !valeurs.length && OF_OTHERS.includes(champ) ? [{ message, lignes }] : valeurs;
  const visible = said.slice(0, MOST_VALUES);
  const value = ({ message, lignes: [first] }) => html`
    <li key=${first}>${t("import.question.ligne", { n: first, texte: message })}</li>
  `;
  return html`
    <p class="doux">${describeLines(lignes, nombre, MOST_LINES)}</p>
    ${visible.length > 0 && html`<ul class="doux petit">${visible.map(value)}</ul>`}
  `;
}

function Question({ problem, columns }) {
  const picksColumn = problem.champ === MAPPING && !problem.choix.length;
  const isOfLines = OF_LINES.includes(problem.champ);
  return html`
    <li>
      <p>
        <strong>
          ${isOfLines ? t(`import.question.${problem.champ}`, { n: problem.nombre }) : problem.message}
        </strong>
      </p>
      ${isOfLines && html`<${Lines} problem=${problem} />`}
      ${
        picksColumn
          ? html`<${ColumnPicker} problem=${problem} columns=${columns} />`
          : html`<${Choices} problem=${problem} />`
      }
    </li>
  `;
}

/** Say what was answered about lines of the file, with the way to another answer. */
export function GivenAnswers() {
  const given = OF_LINES.filter((field) => field in answers.value);
  const change = (field) => () => {
    dropField(field);
    refresh();
  };
  const line = (field) => html`
    <p class="note" key=${field}>
      <span>${t(`import.reponse.${field}.${answers.value[field]}`)}</span>${" "}
      <button type="button" class="lien" onClick=${change(field)}>${t("import.reponse.changer")}</button>
    </p>
  `;
  return given.map(line);
}

export function Questions({ found }) {
  const questions = listQuestions(found);
  const question = (problem) => html`
    <${Question} key=${`${problem.code} ${problem.colonne}`} problem=${problem} columns=${found.colonnes} />
  `;
  return html`
    <section class="questions" aria-labelledby="titre-questions">
      <h2 id="titre-questions"><${Icon} name="warning" />${t("import.questions", { n: questions.length })}</h2>
      <ul>${questions.map(question)}</ul>
    </section>
  `;
}
