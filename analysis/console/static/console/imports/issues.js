/** The issues of a file, readable: one entry a kind of issue, with the lines where it stands. */

import { saveCsv } from "../components/download.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { showColumns, useLabels } from "./columns.js";
import { Cell } from "./issue-cell.js";
import { groupByLine, LineIssues } from "./line-issues.js";

const MOST_LINES = 12;
const MOST_KINDS = 100;
const MOST_VALUES = 5; // different values that stand without a fold
const UNKNOWN = "COLONNE_INCONNUE";
const ABOUT_COLUMNS = new Set([UNKNOWN, "COLONNE_DOUBLE"]);

/** Describe where something stands: the first lines of `count`. */
export function describeLines(lines, count, most) {
  const first = lines
    .slice(0, most)
    .map((line) => number(line))
    .join(", ");
  const more = count - Math.min(lines.length, most);
  if (more > 0) return t("import.lignes.plus", { lignes: first, n: more });
  return t("import.lignes.liste", { lignes: first, n: lines.length });
}

const Rest = ({ count }) => count > 0 && html`<p class="doux">${t("import.suite", { n: count })}</p>`;

/** Name the other columns that are left aside: they have names, not lines. */
function OtherColumns({ valeurs, nombreValeurs }) {
  if (nombreValeurs < 2) return null;
  return html`
    <details class="suite">
      <summary>${t("import.autres.colonnes", { n: nombreValeurs - 1 })}</summary>
      ${valeurs.slice(1).map(({ message }) => html`<p>${message}</p>`)}
      <${Rest} count=${nombreValeurs - valeurs.length} />
    </details>
  `;
}

/** Lead to where a column that is not known gets its field. */
const Match = ({ count }) => html`
  <button type="button" class="lien" onClick=${showColumns}>${t("import.colonnes.dire", { n: count })}</button>
`;

const Value = ({ value }) => html`
  <p>
    <strong>${value.valeur ?? "–"}</strong>
    <span class="doux">${describeLines(value.lignes, value.nombre, MOST_LINES)}</span>
  </p>
`;

/** Name each value that was written, with its lines: the first ones, and the others behind a fold. */
function Values({ valeurs, nombreValeurs }) {
  const value = (one) => html`<${Value} key=${`${one.valeur} ${one.lignes[0]}`} value=${one} />`;
  const rest = () => html`
    <details class="suite">
      <summary>${t("import.valeurs", { n: nombreValeurs - MOST_VALUES })}</summary>
      ${valeurs.slice(MOST_VALUES).map(value)}<${Rest} count=${nombreValeurs - valeurs.length} />
    </details>
  `;
  return html`
    <div class="suite">${valeurs.slice(0, MOST_VALUES).map(value)}</div>
    ${nombreValeurs > MOST_VALUES && rest()}
  `;
}

/** Name the first lines, and more of them behind a fold; of several values each has its own. */
function Lines({ lignes, nombre, valeurs, nombreValeurs }) {
  if (!lignes.length) return null;
  if (nombreValeurs > 1) return html`<${Values} valeurs=${valeurs} nombreValeurs=${nombreValeurs} />`;
  const more = () => html`
    <details class="suite">
      <summary>${t("import.voir.lignes")}</summary>
      <p class="doux">${describeLines(lignes, nombre, lignes.length)}</p>
    </details>
  `;
  return html`
    <p class="doux">${describeLines(lignes, nombre, MOST_LINES)}</p>${lignes.length > MOST_LINES && more()}
  `;
}

const Times = ({ count }) => html`
  <span class="fois">${number(count)}<span>${` ${t("import.fois", { n: count })}`}</span></span>
`;

const Issue = ({ kind, issue, columns }) => html`
  <li class=${kind}>
    <${Icon} name="warning" />
    <div>
      <p><${Cell} field=${issue.colonne} columns=${columns} /><span>${issue.message}</span></p>
      ${issue.code === UNKNOWN && html`<${Match} count=${issue.nombre} />`}
      ${ABOUT_COLUMNS.has(issue.code) ? html`<${OtherColumns} ...${issue} />` : html`<${Lines} ...${issue} />`}
    </div>
    ${issue.nombre > 1 && html`<${Times} count=${issue.nombre} />`}
  </li>
`;

/** Whether issues stand line by line; null: as fits the file. */
const isByLine = signal(/** @type {boolean | null} */ (null));

function SwitchButton({ isOn }) {
  const turn = () => {
    isByLine.value = !isOn;
  };
  return html`
    <button type="button" class="lien" onClick=${turn}>
      ${t(isOn ? "import.grouper.genre" : "import.grouper.ligne")}
    </button>
  `;
}

/** `lines`: the issues by line; null where they are not all known. */
function Block({ kind, title, issues, columns, lines = /** @type {any[] | null} */ (null) }) {
  if (!issues.length) return null;
  const entry = (issue) => html`
    <${Issue}
      key=${`${issue.code} ${issue.colonne} ${issue.message}`} kind=${kind} issue=${issue} columns=${columns}
    />
  `;
  const isOn = lines !== null && (isByLine.value ?? issues.length > lines.length);
  const kinds = () => html`
    <ul>${issues.slice(0, MOST_KINDS).map(entry)}</ul><${Rest} count=${issues.length - MOST_KINDS} />
  `;
  return html`
    <section class="problemes">
      <header><h2>${title}</h2>${lines !== null && html`<${SwitchButton} isOn=${isOn} />`}</header>
      ${isOn ? html`<${LineIssues} kind=${kind} lines=${lines} columns=${columns} />` : kinds()}
    </section>
  `;
}

/** List the kinds of issues of a severity: the most frequent first, else as they stand in the file. */
function listIssues({ problemes, colonnes = [] }, severity) {
  const places = new Map(colonnes.map(({ champ }, place) => [champ, place]));
  const find = ({ colonne }) => places.get(colonne) ?? -1;
  const compare = (one, other) =>
    other.nombre - one.nombre || (one.lignes[0] ?? 0) - (other.lignes[0] ?? 0) || find(one) - find(other);
  return problemes.filter(({ gravite }) => gravite === severity).sort(compare);
}

/** Group all issues of a severity by line; null where the service names the first only, or some wait for an answer. */
function listLines({ problemes, colonnes }, issues, count) {
  const isWhole = issues.length === count && !problemes.some(({ champ }) => champ);
  return isWhole ? groupByLine(issues, colonnes) : null;
}

/** Show what a check found. What waits for an answer stands above. */
export function Issues({ found }) {
  useLabels();
  const { colonnes, erreurs, avertissements, summary } = found;
  const list = (severity) => listIssues(found, severity).filter(({ champ }) => !champ);
  return html`
    <${Block}
      kind="rouge" title=${t("import.erreurs.titre")} issues=${list("erreur")} columns=${colonnes}
      lines=${listLines(found, erreurs, summary.total_erreurs)}
    />
    <${Block}
      kind="ambre" title=${t("import.avertissements.titre")} issues=${list("avertissement")} columns=${colonnes}
      lines=${listLines(found, avertissements, summary.total_avertissements)}
    />
  `;
}

/** List [line, column, value, problem] of a kind of issue.
 *
 * The service names the first lines only: a last row counts the others.
 */
function listOmissions({ colonne, message, nombre, lignes, valeurs, nombreValeurs }) {
  const groups = nombreValeurs > 1 ? valeurs : [{ valeur: valeurs[0]?.valeur, lignes }];
  const rows = groups.flatMap((one) => one.lignes.map((line) => [line, colonne, one.valeur, message]));
  const others = nombre - rows.length;
  return others > 0 ? [...rows, [t("import.ignorees.autres", { n: others }), colonne, null, message]] : rows;
}

/** Save what an import left out, a row for each line of the file: to be put right there. */
export function saveOmissions(result, name) {
  const titles = new Map((result.colonnes ?? []).map(({ entete, champ }) => [champ, entete]));
  const issues = listIssues(result, "erreur");
  const named = issues.map((issue) => ({ ...issue, colonne: titles.get(issue.colonne) ?? issue.colonne }));
  const rows = named.flatMap(listOmissions);
  const isLine = ([line]) => typeof line === "number";
  const lines = rows.filter(isLine).sort(([one], [other]) => one - other);
  const counts = rows.filter((row) => !isLine(row));
  const header = ["ligne", "colonne", "valeur", "probleme"].map((column) => t(`import.${column}`));
  saveCsv(header, [...lines, ...counts], name);
}

/** Show why lines were left out of an import. */
export function Omissions({ result }) {
  useLabels();
  const issues = listIssues(result, "erreur");
  return html`
    <${Block} kind="rouge" title=${t("import.ignorees")} issues=${issues} columns=${result.colonnes ?? []} />
  `;
}
