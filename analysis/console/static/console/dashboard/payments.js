/** The payments over time: a chart, the same as a table, and both to take along. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { findColours, saveCanvas } from "../components/picture.js";
import { Tabs } from "../components/tabs.js";
import { language, number, t } from "../i18n.js";
import { describeMissing, money } from "../payments/parts.js";
import { html, signal, useElement } from "../preact.js";
import { BarChart } from "./bar-chart.js";
import { chart, days, filters, setStep, stats, step } from "./dashboard-state.js";
import { Downloads } from "./downloads.js";
import { ListLink } from "./links.js";

const STEPS = ["week", "month", "quarter", "year"];
const MEASURES = ["montants", "nombres"];
const measure = signal(MEASURES[0]);

/** Name an interval: the API's code of a week or a year, and the month and the quarter ("T1 2026") in words. */
function nameInterval(label, { debut }) {
  const [, year, quarter] = label.match(/^(\d{4})-T(\d)$/) ?? [];
  if (quarter) return t("tableau.trimestre", { trimestre: quarter, annee: year });
  if (!/^\d{4}-\d\d$/.test(label)) return label;
  const look = /** @type {const} */ ({ month: "short", year: "2-digit", timeZone: "UTC" });
  return new Intl.DateTimeFormat(language.value, look).format(new Date(debut));
}

const shorten = (amount) =>
  new Intl.NumberFormat(language.value, { notation: "compact", maximumFractionDigits: 1 }).format(amount);

/** Return the series of the chart with their colours, the names of its bars, and what it shows in words. */
function layOut(found) {
  const [amounts, succeeded, failed] = found.datasets;
  const { bars } = findColours();
  const chosen = measure.value === "montants" ? [amounts] : [succeeded, failed];
  const labels = found.labels.map((label, place) => nameInterval(label, found.intervalles[place]));
  const { totalMontant, totalPaiements } = found.summary;
  const words = t(days.value.dateDebut ? "tableau.graphique" : "tableau.graphique.tout", {
    debut: labels[0],
    fin: labels[labels.length - 1],
    montant: money(totalMontant),
    n: totalPaiements,
  });
  const describe = (place) =>
    t("tableau.barre", {
      nom: labels[place],
      montant: money(amounts.data[place]),
      reussis: number(succeeded.data[place]),
      echoues: number(failed.data[place]),
    });
  const series = chosen.map(({ label, data }, place) => ({ label, data, colour: bars[place] }));
  return { labels, series, words, describe };
}

function Figures({ found, labels }) {
  const [amounts, succeeded, failed] = found.datasets;
  const link = (place, statut, count) => {
    const { debut, fin } = found.intervalles[place];
    const query = { region: filters.value.region, statut, dateDebut: debut, dateFin: fin };
    return count ? html`<${ListLink} list="paiements" query=${query}>${number(count)}<//>` : number(0);
  };
  const row = (label, place) => html`
    <tr key=${label}>
      <th scope="row">${label}</th>
      <td class="droite">${money(amounts.data[place])}</td>
      <td class="droite">${link(place, "reussi", succeeded.data[place])}</td>
      <td class="droite">${link(place, "echoue", failed.data[place])}</td>
    </tr>
  `;
  const title = (head, place) => html`<th scope="col" class=${place ? "droite" : null}>${head}</th>`;
  const heads = [t("periode"), amounts.label, succeeded.label, failed.label];
  return html`
    <details>
      <summary>${t("tableau.entableau")}</summary>
      <div class="defile-table" tabindex="0" role="region" aria-label=${t("tableau.evolution")}>
        <table class="lignes chiffres">
          <thead><tr>${heads.map(title)}</tr></thead>
          <tbody>${labels.map(row)}</tbody>
        </table>
      </div>
    </details>
  `;
}

function saveFigures(found, labels) {
  const days = found.intervalles.map(({ debut, fin }) => [debut, fin]);
  const row = (label, place) => [label, ...days[place], ...found.datasets.map((one) => one.data[place])];
  const header = [t("periode"), t("tableau.du"), t("tableau.au"), ...found.datasets.map((one) => one.label)];
  saveCsv(header, labels.map(row), "paiements.csv");
}

const Legend = ({ series }) => html`
  <ul class="legende" aria-hidden="true">
    ${series.map(({ label, colour }) => html`<li key=${label}><i style=${{ background: colour }} />${label}</li>`)}
  </ul>
`;

function Chart({ found }) {
  const place = useElement();
  const { labels, series, words, describe } = layOut(found);
  const legend = series.map(({ colour, label }) => ({ colour, text: label }));
  const savePicture = () => {
    const canvas = place.current.querySelector("canvas");
    if (canvas) saveCanvas(canvas, t("tableau.evolution"), legend, "paiements.png");
  };
  return html`
    <div class="outils entre">
      <${Tabs}
        tabs=${MEASURES.map((id) => [id, t(`tableau.${id}`)])} chosen=${measure.value}
        onChoose=${(id) => {
          measure.value = id;
        }}
      />
      <${Downloads}
        what=${t("tableau.evolution")} onPicture=${savePicture} onTable=${() => saveFigures(found, labels)}
      />
    </div>
    <figure class="courbe" ref=${place}>
      <figcaption class="doux petit">${words}</figcaption>
      <${Legend} series=${series} />
      <${BarChart} labels=${labels} series=${series} format=${shorten} words=${words} describe=${describe} />
    </figure>
    <${Figures} found=${found} labels=${labels} />
  `;
}

/** Say what did not arrive, and why. */
function Missing() {
  const sums = stats.value?.paiements;
  const text =
    sums &&
    describeMissing([
      ["echoues", sums.nombreEchoues, sums.montantEchoue],
      ["partiels", sums.nombrePartiels, sums.montantManquant],
    ]);
  return text && html`<p class="doux">${text}</p>`;
}

export const Payments = () => html`
  <section class="feuille" aria-labelledby="evolution">
    <div class="outils entre">
      <h2 id="evolution">${t("tableau.evolution")}</h2>
      <${SelectField}
        label=${t("tableau.pas")} name="periode" value=${chart.value?.periode ?? step.value ?? STEPS[1]}
        options=${STEPS.map((one) => [one, t(`tableau.pas.${one}`)])} onChange=${(event) => setStep(event.target.value)}
      />
    </div>
    <${Loaded} from=${chart} lines=${6}>${(found) => html`<${Chart} found=${found} />`}<//>
    <${Missing} />
  </section>
`;
