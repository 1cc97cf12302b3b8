/** Cases by rubrique: their number, share and change, and by region on demand. */

import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { Count, changeText } from "./counts.js";
import { Sparkline } from "./trend.js";

const CHANGE = "protection.evolution";
/** The columns, and whether they are figures: these stand at the right, as do their heads.
 * @type {[string, boolean][]} */
const COLUMNS = [
  ["protection.rubrique", false],
  ["protection.nombre", true],
  ["protection.part", false],
  [CHANGE, true],
  ["protection.mois", false],
];

const RegionCounts = ({ regions }) => html`
  <ul class="par-region">
    ${regions.map(({ region, count }) => html`<li key=${region.id}>${region.nom} : <${Count} value=${count} /></li>`)}
  </ul>
`;

const share = (part) =>
  part === null
    ? "–"
    : html`
        <div class="barre">
          <span class="part"><i style=${{ width: `${part}%` }} /></span><b>${percent(part / 100)}</b>
        </div>
      `;

const Row = ({ row, values, hasChange }) => html`
  <tr>
    <th scope="row">
      ${
        row.parRegion.length
          ? html`<details><summary>${row.label}</summary><${RegionCounts} regions=${row.parRegion} /></details>`
          : row.label
      }
    </th>
    <td class="droite" data-nom=${t("protection.nombre")}><${Count} value=${row.count} /></td>
    <td data-nom=${t("protection.part")}>${share(row.pourcentage)}</td>
    ${hasChange && html`<td class="droite" data-nom=${t(CHANGE)}>${changeText(row.evolution)}</td>`}
    <td data-nom=${t("protection.mois")}>
      <${Sparkline} values=${values} label=${t("protection.mois.de", { rubrique: row.label })} />
    </td>
  </tr>
`;

const makeHead = ([name, isFigure]) => html`
  <th scope="col" key=${name} class=${isFigure ? "droite" : null}>${t(name)}</th>
`;

/** Show below the rows what they add up to, and how that leads to the total: each number is perturbed for itself. */
function Sum({ rows, total, hasChange }) {
  const counts = rows.map(({ count }) => count);
  if (total === null || counts.includes(null)) return null;
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum === total) return null;
  const gap = `${total > sum ? "+" : "−"}${number(Math.abs(total - sum))}`;
  const line = (name, value, why = "") => html`
    <tr>
      <th scope="row">${t(name)}</th>
      <td class="droite" data-nom=${t("protection.nombre")}>${value}</td>
      <td colspan=${hasChange ? 3 : 2} class="doux petit">${why}</td>
    </tr>
  `;
  return html`
    <tfoot>
      ${line("protection.somme.lignes", number(sum))}
      ${line("protection.somme.ecart", gap, t("protection.somme.pourquoi"))}
      ${line("protection.somme.total", number(total))}
    </tfoot>
  `;
}

export function Rubriques({ parRubrique, tendance, totalCas }) {
  const hasChange = parRubrique.some(({ evolution }) => evolution !== null);
  const values = Object.fromEntries(tendance.donnees.map((row) => [row.rubrique, row.valeurs]));
  return html`
    <section class="feuille" aria-label=${t("protection.parrubrique")}>
      <h2>${t("protection.parrubrique")}</h2>
      ${!hasChange && html`<p class="doux">${t("protection.evolution.choisir")}</p>`}
      <div class="defile-table" tabindex="0" role="region" aria-label=${t("protection.parrubrique")}>
        <table class="lignes paiements chiffres rubriques">
          <caption class="hors-vue">${t("protection.parrubrique")}</caption>
          <thead><tr>${COLUMNS.filter(([name]) => hasChange || name !== CHANGE).map(makeHead)}</tr></thead>
          <tbody>
            ${parRubrique.map(
              (row) => html`
                <${Row} row=${row} values=${values[row.rubrique]} hasChange=${hasChange} key=${row.rubrique} />
              `,
            )}
          </tbody>
          <${Sum} rows=${parRubrique} total=${totalCas} hasChange=${hasChange} />
        </table>
      </div>
    </section>
  `;
}
