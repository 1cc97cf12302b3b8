/** A list of households on paper, for a visit or a meeting: by village, with room to tick and to write. */

import { join } from "../cards/facts.js";
import { printPaper } from "../components/paper.js";
import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameFilters } from "../server/filter-names.js";
import { Printed } from "./sheet.js";

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

const nameVillage = (row) => [row.localite?.nom, row.secteur?.nom].filter(Boolean).join(", ") || t("inconnu");

/** Group rows by their village, the villages by name. */
function groupByVillage(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(nameVillage(row), [...(groups.get(nameVillage(row)) ?? []), row]);
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
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

const Village = ({ name, rows }) => html`
  <tbody class=${rows.length > LONG ? "village-a4 longue" : "village-a4"}>
    <tr>
      <th scope="rowgroup" colspan=${COLUMNS.length}>
        ${name} <small>${`${number(rows.length)} ${t("menages", { n: rows.length })}`}</small>
      </th>
    </tr>
    ${rows.map((row, index) => html`<${Row} key=${row.id} row=${row} place=${index + 1} />`)}
  </tbody>
`;

/** Print the households that match `query` (the API's filters of the list). */
export async function printList(query) {
  const [rows, narrowed] = await Promise.all([readAll(query), describeFilters(query)]);
  const total = `${number(rows.length)} ${t("menages", { n: rows.length })}`;
  const whole = t(query.ids ? "papier.choisis" : "papier.tous");
  const content = html`
    <article class="liste-a4">
      <header><div><h1>${t("papier.liste")}</h1><p>${join([narrowed || whole, total])}</p></div></header>
      <table class="grille">
        <thead><tr>${COLUMNS.map((key) => html`<th key=${key}>${t(key)}</th>`)}</tr></thead>
        ${groupByVillage(rows).map(([name, own]) => html`<${Village} key=${name} name=${name} rows=${own} />`)}
      </table>
      <${Printed} />
    </article>
  `;
  await printPaper(content, t("papier.liste"));
}
