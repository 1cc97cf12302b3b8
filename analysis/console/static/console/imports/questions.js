/** What has to be answered before a file can be imported: one sentence each, with its choices. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { MAPPING, mapColumn, refresh } from "./import-state.js";
import { setField } from "./settings-state.js";

/** List the problems that wait for an answer. */
export const listQuestions = (found) => (found.problemes ?? []).filter((problem) => problem.champ);

function answer(problem, value) {
  if (problem.champ === MAPPING) {
    mapColumn(value, problem.colonne);
    return;
  }
  setField(problem.champ, value);
  refresh();
}

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

function Question({ problem, columns }) {
  const picksColumn = problem.champ === MAPPING && !problem.choix.length;
  return html`
    <li>
      <p><strong>${problem.message}</strong></p>
      ${
        picksColumn
          ? html`<${ColumnPicker} problem=${problem} columns=${columns} />`
          : html`<${Choices} problem=${problem} />`
      }
    </li>
  `;
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
