/** The list of households that answer the filters. */

import { Category } from "../cards/facts.js";
import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { Pager } from "../components/pager.js";
import { code, number, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { FILTERS, pickFilters, view } from "../state/view.js";
import { NoHousehold, StripBody, StripHeader } from "./strip.js";

const ROWS = 25;
const COLUMNS = ["code", "chef", "lieu", "taille", "categorie", "score", "eligibilite"];
const NUMBERS = ["taille", "score"];

const describePlace = (item) => [item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–";
const describeEligibility = (item) => t(item.eligibleProgramme ? "oui" : "non");

const listCells = (item) => [
  item.codeMenage,
  item.chefMenage?.nomComplet,
  describePlace(item),
  item.tailleMenage,
  code("categorie", item.categoriePauvrete),
  item.scorePmt,
  describeEligibility(item),
];

function Row({ item }) {
  const card = `menage/${item.id}`;
  return html`
    <tr aria-current=${view.value.fiche === card ? "true" : null}>
      <td><button type="button" class="lien" onClick=${() => visit(card)}>${item.codeMenage}</button></td>
      <td>${item.chefMenage?.nomComplet ?? "–"}</td>
      <td>${describePlace(item)}</td>
      <td class="droite">${number(item.tailleMenage)}</td>
      <td><${Category} value=${item.categoriePauvrete} /></td>
      <td class="droite">${item.scorePmt === null ? "–" : number(item.scorePmt, 1)}</td>
      <td>${describeEligibility(item)}</td>
    </tr>
  `;
}

function Table({ rows }) {
  if (!rows.length) return html`<${NoHousehold} />`;
  const head = (name) => html`<th scope="col" class=${NUMBERS.includes(name) ? "droite" : null}>${t(name)}</th>`;
  return html`
    <table class="menages">
      <caption class="hors-vue">${t("liste")}</caption>
      <thead><tr>${COLUMNS.map(head)}</tr></thead>
      <tbody>${rows.map((item) => html`<${Row} key=${item.id} item=${item} />`)}</tbody>
    </table>
  `;
}

export function HouseholdList() {
  const loader = useMemo(createLoader, []);
  const { page } = view.value;
  const filters = FILTERS.map((name) => view.value[name]).join();
  const read = (signal) => api.getJson("/menages", { ...pickFilters(), page: view.peek().page, limit: ROWS }, signal);
  useEffect(() => {
    loader.load(read);
    return loader.abort;
  }, [page, filters]);
  const answer = loader.value;

  const save = () => {
    const header = COLUMNS.map((name) => t(name));
    saveCsv(header, answer.data.map(listCells), `menages-page-${page}.csv`);
  };
  const pager = () => html`
    <${Pager} pagination=${answer.pagination}>
      <button type="button" class="bouton" onClick=${save}><${Icon} name="download" />${t("csv.page")}</button>
    <//>
  `;
  return html`
    <${StripHeader} title=${t("liste.titre")}>${answer?.data.length > 0 && pager()}<//>
    <${StripBody} title=${t("liste.titre")}>
      <${Loaded} from=${loader}>${({ data }) => html`<${Table} rows=${data} />`}<//>
    <//>
  `;
}
