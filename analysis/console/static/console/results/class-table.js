/** Hexagons by their class: they have no names, so that a row for each would say nothing. */

import { number, t } from "../i18n.js";
import { CLASSES, clusterColour } from "../map/palette.js";
import { html } from "../preact.js";

/** Sum up the hexagons of a class: {count, households, score}. */
function sumUp(areas) {
  const households = areas.reduce((sum, area) => sum + area.menages, 0);
  const scores = areas.reduce((sum, area) => sum + area.scorePmtMoyen * area.menages, 0);
  return { count: areas.length, households, score: households ? scores / households : null };
}

/** Draw a table with a row for each class: `rows` are {colour, text, cells}, `columns` the titles of the cells. */
const Classes = ({ title, columns, rows, help }) => html`
  <table>
    <caption>${title}</caption>
    <thead>
      <tr>
        <th scope="col">${t("theme.classe")}</th>
        ${columns.map((column) => html`<th key=${column} scope="col" class="droite">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ({ colour, text, cells }) => html`
          <tr key=${text}>
            <th scope="row"><i class="pastille" style=${{ background: colour }} aria-hidden="true" />${` ${text}`}</th>
            ${cells.map((cell, place) => html`<td key=${place} class="droite">${cell}</td>`)}
          </tr>
        `,
      )}
    </tbody>
  </table>
  <p class="doux petit">${help}</p>
`;

/** Show hexagons by the class of a figure: how many, with how many households or whatever the figure is told beside. */
export function HexagonTable({ answer: { title, areas, steps, classOf }, column, count }) {
  const row = ({ colour, name }, place) => {
    const own = areas.filter((area) => classOf(area) === place);
    const sum = own.reduce((total, area) => total + (count(area) ?? 0), 0);
    return { colour, text: name, cells: [number(own.length), number(sum)] };
  };
  const rows = [...steps.map(row), row({ colour: "transparent", name: t("theme.sans.valeur") }, -1)];
  const columns = [t("theme.hexagones"), column];
  return html`<${Classes} title=${title} columns=${columns} rows=${rows} help=${t("theme.hexagones.chiffres")} />`;
}

/** Show hexagons by their cluster of poverty: how many, with how many households and which mean score. */
export function ClassTable({ title, areas }) {
  const rows = CLASSES.map((name) => {
    const { count, households, score } = sumUp(areas.filter((area) => area.classe === name));
    const cells = [number(count), number(households), number(score, 1)];
    return { colour: clusterColour(name), text: t(`grappe.${name}`), cells };
  });
  const columns = [t("theme.hexagones"), t("theme.base.score"), t("theme.score")];
  return html`<${Classes} title=${title} columns=${columns} rows=${rows} help=${t("theme.hexagones.aide")} />`;
}
