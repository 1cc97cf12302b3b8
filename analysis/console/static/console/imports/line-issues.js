/** The issues of a file line by line: few lines that are wrong in many cells are put right one after the other. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { Cell } from "./issue-cell.js";

const MOST_LINES = 50;

/** Group issues by their line, those of a line in the order of the columns of the file. */
export function groupByLine(issues, columns) {
  const places = new Map(columns.map(({ champ }, place) => [champ, place]));
  const find = ({ colonne }) => places.get(colonne) ?? -1;
  const groups = new Map();
  for (const issue of issues) groups.set(issue.ligne, [...(groups.get(issue.ligne) ?? []), issue]);
  const sorted = [...groups].sort(([one], [other]) => one - other);
  return sorted.map(([line, found]) => ({ line, found: found.sort((one, other) => find(one) - find(other)) }));
}

const Line = ({ kind, line, found, columns }) => html`
  <li class=${kind}>
    <${Icon} name="warning" />
    <div>
      <p>
        <strong>${t("import.lignes.liste", { n: 1, lignes: number(line) })}</strong>
        <span class="doux">${` · ${t("import.problemes", { n: found.length, nombre: number(found.length) })}`}</span>
      </p>
      ${found.map(
        ({ colonne, message }) => html`
        <p key=${`${colonne} ${message}`}><${Cell} field=${colonne} columns=${columns} />${message}</p>
      `,
      )}
    </div>
  </li>
`;

export function LineIssues({ kind, lines, columns }) {
  const rest = lines.length - MOST_LINES;
  const entry = (group) => html`<${Line} key=${group.line} kind=${kind} ...${group} columns=${columns} />`;
  return html`
    <ul>${lines.slice(0, MOST_LINES).map(entry)}</ul>
    ${rest > 0 && html`<p class="doux">${t("import.suite.lignes", { n: rest })}</p>`}
  `;
}
