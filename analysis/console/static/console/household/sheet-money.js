/** What a household's sheet tells beside the interview: its programmes, last payments and the nearest services. */

import { describeState } from "../cards/household-money.js";
import { date, distance, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";

const NEWEST = 3; // payments on a sheet, of each beneficiary

function Person({ person }) {
  const payment = (one) => `${one.cycle.nom} : ${money(one.montantRecu ?? one.montant)} (${describePayment(one)})`;
  return html`
    <tr>
      <td>${person.programmes.map(({ nom }) => nom).join(", ") || "–"}</td>
      <td>${person.nomComplet}</td>
      <td>${person.paiements.slice(0, NEWEST).map(payment).join(" · ") || t("versements.aucun")}</td>
    </tr>
  `;
}

const describePayment = ({ statut, dateExecution }) =>
  [describeState(statut), dateExecution && date(dateExecution)].filter(Boolean).join(", ");

/** Show nothing where it is not known: a sheet without payments would be believed. */
export function SheetMoney({ people }) {
  if (!people) return null;
  const rows = people.map((person) => html`<${Person} person=${person} />`);
  return html`
    <h2>${t("versements")}</h2>
    ${rows.length ? html`<table class="grille">${rows}</table>` : html`<p>${t("versements.personne")}</p>`}
  `;
}

/** Name the nearest services in one line. */
export function SheetNearest({ near }) {
  const found =
    near instanceof Error ? [] : Object.entries(near ?? {}).filter(([, one]) => one?.distance >= 0 && one.nom);
  if (!found.length) return null;
  const describeFacility = ([kind, { nom, distance: metres }]) =>
    t("intitule", { nom: t(`couche.${kind}.un`), valeur: `${nom} (${distance(metres)})` });
  return html`<h2>${t("proche.titre")}</h2><p>${found.map(describeFacility).join(" · ")}</p>`;
}
