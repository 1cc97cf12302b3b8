/** The list of programmes with what becomes of their budgets, and the sums of all. */

import { Icon } from "../components/icon.js";
import { findOrder } from "../components/sort-head.js";
import { number, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Badge, CREATE, figures, PagedTable } from "./parts.js";
import { NEW } from "./programme-form.js";

const ROWS = 25;
/** The figures of a programme, and of the sums, in the order of the columns: the head, and its name in the API. */
const FIGURES = [
  ["programmes.beneficiaires", "nbBeneficiairesActifs"],
  ["programmes.cycles", "nbCyclesExecutes"],
  ["programmes.xof.budget", "budgetTotal"],
  ["programmes.xof.engage", "montantEngage"],
  ["programmes.xof.paye", "montantDecaisse"],
  ["programmes.xof.reste", "budgetDisponible"],
];
const ORDERS = { programme: "nom", "programmes.xof.budget": "budgetTotal" };
const COLUMNS = [{ name: "programme" }, { name: "statut" }, ...figures(...FIGURES.map(([name]) => name))].map(
  (column) => ({ ...column, sort: ORDERS[column.name] }),
);
const programmes = createLoader();

async function readProgrammes(page, signal) {
  const [list, sums] = await Promise.all([
    api.getJson("/programmes", { page, tri: findOrder(ORDERS), limit: ROWS }, signal),
    api.get("/programmes/stats/summary", {}, signal),
  ]);
  return { ...list, sums };
}

/** Amounts are texts, and none where a programme has no budget. */
const read = (row, name) => (row[name] === null ? null : Number(row[name]));

const Figures = ({ row }) =>
  FIGURES.map(([name, field]) => {
    const value = read(row, field);
    return html`
      <td key=${name} class=${value !== null && value < 0 ? "droite rouge" : "droite"} data-nom=${t(name)}>
        ${value === null ? "–" : number(value)}
      </td>
    `;
  });

const ProgrammeRow = (programme) => html`
  <tr key=${programme.id}>
    <td>
      <button type="button" class="lien" onClick=${() => setView({ element: programme.id, page: 1 })}>
        ${programme.nom}
      </button>
      <div class="petit doux">${programme.code}</div>
    </td>
    <td data-nom=${t("statut")}><${Badge} group="programme" value=${programme.statut} /></td>
    <${Figures} row=${programme} />
  </tr>
`;

const SumRow = ({ sums }) => html`
  <tr>
    <th scope="row" colspan="2">${t("programmes.ensemble", { n: sums.total })}</th>
    <${Figures} row=${sums} />
  </tr>
`;

const NewProgramme = () => html`
  <div class="actions">
    <button
      type="button" class="bouton principal" ...${needLine()} onClick=${() => setView({ element: NEW, page: 1 })}
    >
      <${Icon} name="plus" />${t("programmes.nouveau")}
    </button>
  </div>
`;

export function ProgrammeList() {
  const { page, tri } = view.value;
  useEffect(() => {
    programmes.load((signal) => readProgrammes(page, signal), { keep: true });
  }, [page, tri]);
  return html`
    <div class="pile">
      ${may(CREATE) && html`<${NewProgramme} />`}
      <${PagedTable}
        from=${programmes} columns=${COLUMNS} row=${ProgrammeRow} foot=${SumRow} empty=${t("programmes.aucun")}
        title=${t("programmes.titre")}
      />
      <p class="doux petit">
        ${t("programmes.reste.aide")} ${currentUser().regions?.length > 0 && t("programmes.vosgens.aide")}
      </p>
    </div>
  `;
}
