/** The regions side by side, as far as one may read: each number with the list behind it, a bar for the households. */

import { saveCsv } from "../components/download.js";
import { Empty, Loaded } from "../components/feedback.js";
import { saveBars } from "../components/picture.js";
import { number, percent, period, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { days, shares } from "./dashboard-state.js";
import { Downloads } from "./downloads.js";
import { ListLink } from "./links.js";

/** Each column after the region: its list with what narrows it, the permission to read it, and its cell. */
const COLUMNS = [
  { name: "menages.titre", list: "menages", permission: "registre.lire", value: (row) => row.menages, show: number },
  {
    name: "tableau.part",
    permission: "registre.lire",
    value: (row) => row.pourcentage,
    show: (value) => percent(value / 100),
    write: (row) => row.part,
  },
  {
    name: "tableau.beneficiaires.tous",
    list: "beneficiaires",
    permission: "transferts.lire",
    value: (row) => row.beneficiaires,
    show: number,
  },
  {
    name: "tableau.paye",
    list: "paiements",
    query: { statut: "reussi" },
    isOfPeriod: true,
    permission: "transferts.lire",
    value: (row) => row.montantPaye,
    show: money,
  },
];

/** The columns of which the user may read something: a zero in the others would be untrue. */
const listColumns = () => COLUMNS.filter((column) => may(column.permission));

const Part = ({ value, text }) => html`
  <div class="barre">
    <span class="part"><i style=${{ width: `${value}%` }} /></span>
    <b>${text}</b>
  </div>
`;

function Cell({ column, row }) {
  const { name, list, query, isOfPeriod, value, show, write = null } = column;
  if (write) return html`<td data-nom=${t(name)}><${Part} value=${value(row)} text=${write(row)} /></td>`;
  const narrowed = { region: row.id, ...query, ...(isOfPeriod ? days.value : {}) };
  return html`
    <td class="droite" data-nom=${t(name)}>
      <${ListLink} list=${list} query=${narrowed}>${show(value(row))}<//>
    </td>
  `;
}

const Row = (row) => html`
  <tr>
    <th scope="row">${row.region}</th>
    ${listColumns().map((column) => html`<${Cell} key=${column.name} column=${column} row=${row} />`)}
  </tr>
`;

/** Write each region's part of the households in whole percent, so that they sum to 100: what rounding leaves goes to
 * those that lost most by it. */
function writeParts(rows) {
  const whole = sum(rows, "menages");
  const exact = rows.map((row) => (whole ? (100 * row.menages) / whole : 0));
  const parts = exact.map(Math.floor);
  const left = Math.round(exact.reduce((all, one) => all + one, 0)) - parts.reduce((all, one) => all + one, 0);
  const byLoss = exact.map((value, place) => [value - parts[place], place]).sort(([one], [other]) => other - one);
  for (const [, place] of byLoss.slice(0, left)) parts[place] += 1;
  return parts.map((part, place) => (part === 0 && exact[place] > 0 ? `< ${percent(0.01)}` : percent(part / 100)));
}

const sum = (rows, name) => rows.reduce((whole, row) => whole + row[name], 0);

/** The sums of all rows: of regions, they are the figures above. */
function SumRow({ rows }) {
  const names = ["menages", "beneficiaires", "montantPaye"];
  const whole = {
    ...Object.fromEntries(names.map((name) => [name, sum(rows, name)])),
    id: "",
    region: t("tableau.ensemble"),
    pourcentage: sum(rows, "menages") ? 100 : 0,
    part: percent(sum(rows, "menages") ? 1 : 0),
  };
  return html`<${Row} ...${whole} />`;
}

function saveTable(rows) {
  const columns = listColumns();
  saveCsv(
    ["region", ...columns.map(({ name }) => name)].map((name) => t(name)),
    rows.map((row) => [row.region, ...columns.map(({ value }) => value(row))]),
    "regions.csv",
  );
}

function savePicture(rows) {
  const { name, value, show } = listColumns()[0];
  const bar = (row) => ({ label: row.region, value: value(row), text: show(value(row)) });
  saveBars(rows.map(bar), `${t("tableau.regions")} · ${t(name)}`, "regions.png");
}

const Head = ({ name, list }) => html`<th scope="col" class=${list ? "droite" : null}>${t(name)}</th>`;

function Table({ rows }) {
  if (!rows.length) return html`<${Empty} text=${t("tableau.sansregion")} />`;
  const parts = writeParts(rows);
  return html`
    <div class="defile-table" tabindex="0" role="region" aria-label=${t("tableau.regions")}>
      <table class="lignes paiements chiffres">
        <caption class="hors-vue">${t("tableau.regions")}</caption>
        <thead>
          <tr>
            <${Head} name="region" />
            ${listColumns().map((column) => html`<${Head} key=${column.name} ...${column} />`)}
          </tr>
        </thead>
        <tbody>${rows.map((row, place) => html`<${Row} key=${row.id} ...${row} part=${parts[place]} />`)}</tbody>
        ${rows.length > 1 && html`<tfoot><${SumRow} rows=${rows} /></tfoot>`}
      </table>
    </div>
  `;
}

function Found({ rows }) {
  return html`
    <div class="outils entre">
      <h2>${t("tableau.regions")}</h2>
      <${Downloads}
        what=${t("tableau.regions")} onPicture=${() => savePicture(rows)} onTable=${() => saveTable(rows)}
      />
    </div>
    <p class="doux">${describeSpan()}</p>
    <${Table} rows=${rows} />
  `;
}

/** Say of which days the amounts are. */
function describeSpan() {
  const { dateDebut, dateFin } = days.value;
  if (!may("transferts.lire")) return t("tableau.regions.aujourdhui");
  return dateDebut ? t("tableau.regions.periode", { periode: period(dateDebut, dateFin) }) : t("tableau.regions.tout");
}

const Section = () => html`
  <section class="feuille" aria-label=${t("tableau.regions")}>
    <${Loaded} from=${shares}>${(rows) => html`<${Found} rows=${rows} />`}<//>
  </section>
`;

export const Regions = () => (listColumns().length ? html`<${Section} />` : null);
