/** A list of households on paper, for a visit or a meeting: by region, secteur and village, with room to tick and to
 * write.
 */

import { join } from "../cards/facts.js";
import { printPaper } from "../components/paper.js";
import { describePrinting } from "../components/print-line.js";
import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameFilters } from "../server/filter-names.js";

const PAGE = 100;
const LONG = 25; // a village with more households begins on a sheet of its own
const MOST = 2000; // households: some 80 sheets

async function readAll(query) {
  const rows = [];
  for (let page = 1; rows.length < MOST; page += 1) {
    const found = await api.get("/menages", { ...query, tri: "chefMenage", page, limit: PAGE });
    rows.push(...found);
    if (found.length < PAGE) break;
  }
  return rows;
}

const AREAS = ["region", "secteur", "localite"];
const nameArea = (row, area) => row[area]?.nom ?? "";

/** Compare by region, secteur and village; where one is not known, last. */
function compareAreas(one, other) {
  for (const area of AREAS) {
    const [name, otherName] = [nameArea(one, area), nameArea(other, area)];
    const order = Number(!name) - Number(!otherName) || name.localeCompare(otherName);
    if (order) return order;
  }
  return 0;
}

/** Group rows that stand in order by some of their areas: [name, rows] each. */
function group(rows, areas) {
  const groups = new Map();
  for (const row of rows) {
    const key = areas.map((area) => row[area]?.id ?? "").join();
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const nameGroup = ([row]) =>
    areas
      .map((area) => nameArea(row, area))
      .filter(Boolean)
      .join(", ") || t("inconnu");
  return [...groups.values()].map((own) => [nameGroup(own), own]);
}

/** Say in two letters and a number who the head is: a row is a line, a sheet holds some forty. */
const describeHead = ({ sexe, age }) => join([sexe && t(`papier.sexe.${sexe}`), age ?? ""]) || "–";

/** Say what the list is narrowed to. */
const describeFilters = async (query) =>
  join((await nameFilters({ ...query, categorie: query.categoriePauvrete })).map(({ text }) => text));

const Row = ({ row, place }) => html`
  <tr>
    <td>${place}</td>
    <td class="entier-a4">${row.codeMenage}</td>
    <td>${row.chefMenage?.nomComplet ?? "–"}</td>
    <td class="entier-a4">${row.chefMenage ? describeHead(row.chefMenage) : "–"}</td>
    <td>${number(row.tailleMenage)}</td>
    <td class="entier-a4">
      ${row.categoriePauvrete ? code("categorie", row.categoriePauvrete) : t("eligible.attente")}
    </td>
    <td class="case-a4">☐</td>
    <td class="ligne-a4"></td>
  </tr>
`;

const COLUMNS = [
  "papier.numero",
  "code",
  "chef",
  "papier.sexeage",
  "taille",
  "categorie",
  "papier.vu",
  "papier.observations",
];

const Heading = ({ name, rows }) => html`
  <tr>
    <th scope="rowgroup" colspan=${COLUMNS.length}>
      ${name} <small>${`${number(rows.length)} ${t("menages", { n: rows.length })}`}</small>
    </th>
  </tr>
`;

const Village = ({ name, rows }) => html`
  <tbody class=${rows.length > LONG ? "village-a4 longue" : "village-a4"}>
    <${Heading} name=${name} rows=${rows} />
    ${rows.map((row, index) => html`<${Row} key=${row.id} row=${row} place=${index + 1} />`)}
  </tbody>
`;

const Sector = ({ name, rows }) => html`
  <tbody class=${rows.length > LONG ? "secteur-a4 longue" : "secteur-a4"}>
    <${Heading} name=${name} rows=${rows} />
  </tbody>
  ${group(rows, ["localite"]).map(([village, own]) => html`<${Village} key=${village} name=${village} rows=${own} />`)}
`;

/** Print the households that match `query` (the API's filters of the list). */
export async function printList(query) {
  const [rows, narrowed] = await Promise.all([readAll(query), describeFilters(query)]);
  const total = `${number(rows.length)} ${t("menages", { n: rows.length })}`;
  const whole = t(query.ids ? "papier.choisis" : "papier.tous");
  const content = html`
    <article class="liste-a4">
      <header>
        <div>
          <h1>${t("papier.liste")}</h1><p>${join([narrowed || whole, total])}</p><small>${describePrinting()}</small>
        </div>
      </header>
      <table class="grille">
        <thead><tr>${COLUMNS.map((key) => html`<th key=${key}>${t(key)}</th>`)}</tr></thead>
        ${group([...rows].sort(compareAreas), ["region", "secteur"]).map(
          ([name, own]) => html`<${Sector} key=${name} name=${name} rows=${own} />`,
        )}
      </table>
    </article>
  `;
  await printPaper(content, t("papier.liste"));
}
