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

/** Show hexagons by the class of a figure: how many, with how many households or whatever the figure is told beside. */
export function HexagonTable({ answer: { title, areas, steps, classOf }, base: [key, count] }) {
  const row = ({ colour, text }, place) => {
    const own = areas.filter((area) => classOf(area) === place);
    return html`
      <tr key=${text}>
        <th scope="row"><i class="pastille" style=${{ background: colour }} aria-hidden="true" />${` ${text}`}</th>
        <td class="droite">${number(own.length)}</td>
        <td class="droite">${number(own.reduce((sum, area) => sum + (count(area) ?? 0), 0))}</td>
      </tr>
    `;
  };
  const empty = { colour: "transparent", text: t("theme.sans.valeur") };
  return html`
    <table>
      <caption>${title}</caption>
      <thead>
        <tr>
          <th scope="col">${t("theme.classe")}</th>
          <th scope="col" class="droite">${t("theme.hexagones")}</th>
          <th scope="col" class="droite">${t(key)}</th>
        </tr>
      </thead>
      <tbody>${steps.map(row)}${row(empty, -1)}</tbody>
    </table>
    <p class="doux petit">${t("theme.hexagones.chiffres")}</p>
  `;
}

export function ClassTable({ title, areas }) {
  const row = (name) => {
    const { count, households, score } = sumUp(areas.filter((area) => area.classe === name));
    return html`
      <tr key=${name}>
        <th scope="row">
          <i class="pastille" style=${{ background: clusterColour(name) }} aria-hidden="true" />
          ${` ${t(`grappe.${name}`)}`}
        </th>
        <td class="droite">${number(count)}</td>
        <td class="droite">${number(households)}</td>
        <td class="droite">${number(score, 1)}</td>
      </tr>
    `;
  };
  return html`
    <table>
      <caption>${title}</caption>
      <thead>
        <tr>
          <th scope="col">${t("theme.classe")}</th>
          <th scope="col" class="droite">${t("theme.hexagones")}</th>
          <th scope="col" class="droite">${t("menages.titre")}</th>
          <th scope="col" class="droite">${t("theme.score")}</th>
        </tr>
      </thead>
      <tbody>${CLASSES.map(row)}</tbody>
    </table>
    <p class="doux petit">${t("theme.hexagones.aide")}</p>
  `;
}
