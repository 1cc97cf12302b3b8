/** What the designs take at every cut-off, and what that costs beside the budget. */

import { saveCsv } from "../components/download.js";
import { saveCanvas } from "../components/picture.js";
import { Tabs } from "../components/tabs.js";
import { Downloads } from "../dashboard/downloads.js";
import { number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html, useSignal } from "../preact.js";
import { findColour } from "./design-card.js";
import { content, DASHES } from "./laboratory-state.js";
import { LineChart } from "./line-chart.js";

const KINDS = {
  retenus: { read: (point) => point.retenus, write: (value) => number(value) },
  cout: { read: (point) => point.cout.parAn, write: (value) => money(value) },
};

/** The lines: one a design, and for the cost one for the budget. */
function listSeries(scenarios, kind) {
  const { read } = KINDS[kind];
  const series = scenarios.map((one, place) => ({
    label: one.nom,
    data: one.courbe.map(read),
    colour: findColour(place),
    dash: DASHES[place],
    marks: one.courbe.flatMap(({ seuil }, at) => (seuil === content.value.scenarios[place]?.seuil ? [at] : [])),
  }));
  const budget = content.value.budgetAnnuel;
  if (kind !== "cout" || budget === null) return series;
  const flat = scenarios[0].courbe.map(() => budget);
  return [...series, { label: t("labo.budget"), data: flat, colour: "#c0392b", dash: [3, 3] }];
}

/** How a line is drawn, for a legend. */
export const Sample = ({ colour, dash }) => html`
  <svg width="34" height="10" aria-hidden="true">
    <line x1="0" y1="5" x2="34" y2="5" stroke=${colour} stroke-width="3" stroke-dasharray=${dash.join(" ") || null} />
  </svg>
`;

export function Curves({ scenarios }) {
  const kind = useSignal("retenus");
  const points = scenarios[0].courbe.map((point) => point.seuil);
  const series = listSeries(scenarios, kind.value);
  const { write } = KINDS[kind.value];
  const title = t(`labo.courbe.${kind.value}`);
  const describe = (place) =>
    t("labo.courbe.point", {
      seuil: points[place],
      valeurs: series.map((one) => `${one.label} ${write(one.data[place])}`).join(" · "),
    });
  const save = (event) => {
    const canvas = event.target.closest("section").querySelector("canvas");
    const legend = series.map(({ colour, label }) => ({ colour, text: label }));
    if (canvas) saveCanvas(canvas, title, legend, "courbes.png");
  };
  const rows = points.map((point, place) => [point, ...series.map((one) => one.data[place])]);
  const header = [t("labo.seuil"), ...series.map((one) => one.label)];
  return html`
    <section class="feuille" aria-label=${t("labo.courbes")}>
      <div class="outils entre">
        <h2>${t("labo.courbes")}</h2>
        <div>
          <${Downloads}
            what=${t("labo.courbes")} onPicture=${(event) => save(event)}
            onTable=${() => saveCsv(header, rows, "courbes.csv")}
          />
        </div>
      </div>
      <${Tabs}
        tabs=${Object.keys(KINDS).map((name) => [name, t(`labo.courbe.${name}`)])} chosen=${kind.value}
        onChoose=${(name) => (kind.value = name)}
      />
      <${LineChart}
        points=${points} series=${series} format=${write} describe=${describe} hint=${t("labo.courbe.aide")}
        words=${`${title}. ${describe(points.length - 1)}`}
      />
      <ul class="legende">
        ${series.map(
          ({ label, colour, dash }) => html`<li key=${label}><${Sample} colour=${colour} dash=${dash}
          />${label}</li>`,
        )}
      </ul>
      <details>
        <summary>${t("tableau.entableau")}</summary>
        <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
          <table class="lignes chiffres">
            <caption class="hors-vue">${title}</caption>
            <thead><tr>${header.map(
              (name, at) => html`<th scope="col" class=${at ? "droite" : null}
              key=${name}>${name}</th>`,
            )}</tr></thead>
            <tbody>
              ${rows.map(
                ([point, ...values]) => html`
                  <tr key=${point}>
                    <th scope="row">${point}</th>
                    ${values.map((value, at) => html`<td class="droite" key=${at}>${write(value)}</td>`)}
                  </tr>
                `,
              )}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  `;
}
