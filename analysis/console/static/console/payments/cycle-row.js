/** A cycle in a list: of all cycles, or of those of its programme. */

import { number, period, t } from "../i18n.js";
import { html } from "../preact.js";
import { currentUser } from "../server/session.js";
import { setView } from "../state/view.js";
import { AgeLine } from "./cycle-age.js";
import { Badge, money } from "./parts.js";

/** The columns, and the API's name of the order of those by which the list of all sorts. */
export const CYCLE_COLUMNS = [
  // Cycles of several programmes bear the same names: of which it is, is read first.
  { name: "programme", sort: "programme" },
  { name: "cycle", sort: "nom" },
  { name: "periode", sort: "periode" },
  { name: "cycles.validation" },
  { name: "cycles.paiement" },
  { name: "paiements.nombre", sort: "nombre", isNumber: true },
  { name: "montant", sort: "montant", isNumber: true },
];

// Within its own programme, its name says nothing more.
export const OWN_COLUMNS = CYCLE_COLUMNS.filter(({ name }) => name !== "programme").map(
  ({ sort: _, ...column }) => column,
);

/** Return whether there is a payment to tell of: nothing is to be paid of a list that was not validated. */
export const hasPayment = ({ statut, statutValidation, suspenduLe }) =>
  statut !== "planifie" || statutValidation === "valide" || Boolean(suspenduLe);

/** Show how far the payment of a cycle is; `none` stands there before there is one. */
export const PaymentBadge = ({ cycle, none = /** @type {any} */ (null) }) =>
  !hasPayment(cycle)
    ? none
    : html`<${Badge} group="execution" value=${cycle.suspenduLe ? "suspendue" : cycle.statut} />`;

/** Say in the two columns of numbers that nobody is paid: to a reader of some regions, that nobody is there. */
const Nobody = () => html`
  <td class="droite doux" colspan="2" data-nom=${t("paiements.nombre")}>
    ${t(currentUser()?.regions?.length ? "cycles.horsregions" : "cycles.sanspaiement")}
  </td>
`;

/** Show what a cycle pays, or that its list is not calculated yet: that is not a list of nobody. */
function Amounts({ cycle: { calculeLe, totaux } }) {
  if (totaux.nombre > 0) {
    return html`
      <td class="droite" data-nom=${t("paiements.nombre")}>${number(totaux.nombre)}</td>
      <td class="droite" data-nom=${t("montant")}>${money(totaux.montant)}</td>
    `;
  }
  if (calculeLe) return html`<${Nobody} />`;
  return html`<td class="droite doux" colspan="2" data-nom=${t("paiements.nombre")}>${t("cycles.pascalcule")}</td>`;
}

const makeRow = (isOwn) => (cycle) =>
  html`
  <tr key=${cycle.id}>
    ${!isOwn && html`<td class="programme"><strong>${cycle.programme.nom}</strong></td>`}
    <td data-nom=${isOwn ? null : t("cycle")}>
      <button
        type="button" class="lien"
        onClick=${() => setView({ vue: "cycles", element: cycle.id, onglet: null, page: 1 })}
      >${cycle.nom}</button>
      <div class="petit">
        <span class="insecable">${cycle.code}</span>${cycle.supplementaire ? ` · ${t("cycles.supplementaire")}` : ""}
      </div>
    </td>
    <td class="periode" data-nom=${t("periode")}>${period(cycle.dateDebut, cycle.dateFin)}</td>
    <td data-nom=${t("cycles.validation")}><${Badge} group="validation" value=${cycle.statutValidation} /></td>
    <td data-nom=${t("cycles.paiement")}>
      <${PaymentBadge} cycle=${cycle} none=${html`<span class="doux">–</span>`} />
      <${AgeLine} cycle=${cycle} />
    </td>
    <${Amounts} cycle=${cycle} />
  </tr>
`;

/** Show a cycle as a row of a table: of all cycles, or of those of one programme. */
export const CycleRow = makeRow(false);
export const OwnCycleRow = makeRow(true);

/** Show a number and an amount in the columns of such, behind what they are of. */
const SumRow = ({ name, sums }) => html`
  <tr>
    <th scope="row" colspan="5">${name}</th>
    <td class="droite" data-nom=${t("paiements.nombre")}>${number(sums.nombre)}</td>
    <td class="droite" data-nom=${t("montant")}>${money(sums.montant)}</td>
  </tr>
`;

const STATES = ["valide", "en_attente", "brouillon", "rejete"];

/** Show what of the sums arrived, once some did. */
const Arrived = ({ amount }) =>
  amount > 0 &&
  html`
    <tr>
      <th scope="row" colspan="6">${t("cycles.arrives")}</th>
      <td class="droite" data-nom=${t("montant")}>${money(amount)}</td>
    </tr>
  `;

/** Show what all cycles of the list pay together, by validation: a draft is no money yet, a rejected one none. */
export function SumRows({ pagination, totaux, parValidation }) {
  const states = STATES.filter((state) => parValidation[state].nombre > 0);
  const all = t("cycles.ensemble", { n: pagination.total });
  if (!states.length) return html`<tr><th scope="row" colspan="5">${all}</th><${Nobody} /></tr>`;
  const isOne = states.length === 1;
  const name = (state) => (isOne ? `${all} · ${t(`cycles.ensemble.${state}`)}` : t(`cycles.ensemble.${state}`));
  return html`
    ${!isOne && html`<tr><th scope="rowgroup" colspan="7">${t("cycles.dont", { tout: all })}</th></tr>`}
    ${states.map((state) => html`<${SumRow} key=${state} name=${name(state)} sums=${parValidation[state]} />`)}
    <${Arrived} amount=${totaux.montantRecu} />
  `;
}
