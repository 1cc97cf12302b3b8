/** The lists of a cycle: their addresses, their columns, and a row of each. */

import { join } from "../cards/facts.js";
import { groupDigits } from "../components/telephone.js";
import { code, date, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { Amount, Badge, figures, money } from "./parts.js";

const Household = ({ id, code: name }) => html`
  <button type="button" class="lien" onClick=${() => setView({ vue: "carte", fiche: `menage/${id}` })}>${name}</button>
`;

const Person = ({ nom, codeMenage, id = null }) => html`
  <td>
    ${nom}
    <div class="petit doux">
      ${id ? html`<${Household} id=${id} code=${codeMenage} />` : codeMenage}
    </div>
  </td>
`;

const hasAccount = ({ compteMobile, compteBancaire }) => Boolean(compteMobile ?? compteBancaire);
/** Write an account as people read it out, or nothing without one; a bank's own marks stay. */
const writeAccount = (account) => account && groupDigits(account);
const findAccount = ({ compteMobile, compteBancaire }) => writeAccount(compteMobile ?? compteBancaire);
/** Say where somebody is paid; cash needs no account. Whoever may not read accounts is not told that there is none. */
function describeAccount(payment) {
  if (hasAccount(payment) || payment.compteMobile === undefined) return findAccount(payment) ?? "–";
  return html`
    <span class="doux">${t(payment.modePaiement === "especes" ? "fournisseur.especes" : "paiements.sanscompte")}</span>
  `;
}

const PaymentRow = (payment, makeButton) => html`
  <tr key=${payment.id}>
    <${Person} nom=${payment.beneficiaire.nomComplet} codeMenage=${payment.menage.code} id=${payment.menage.id} />
    <td class="coupe">${describeAccount(payment)}</td>
    <td>${payment.region?.nom ?? "–"}</td>
    <td class="droite"><${Amount} payment=${payment} /></td>
    <td>
      <${Badge} group="paiement" value=${payment.statut} />
      ${payment.motifEchec && html`<div class="petit">${payment.motifEchec}</div>`}
      ${payment.motifExclusion && html`<div class="petit">${payment.motifExclusion}</div>`}
      ${payment.referenceOperateur && html`<div class="petit doux">${payment.referenceOperateur}</div>`}
    </td>
    ${makeButton && html`<td>${makeButton(payment)}</td>`}
  </tr>
`;

const ExceptionRow = (row) => html`
  <tr key=${row.beneficiaire.id}>
    <${Person} nom=${row.beneficiaire.nomComplet} codeMenage=${row.menage.code} id=${row.menage.id} />
    <td>${row.region?.nom ?? "–"}</td>
    <td class="coupe">${writeAccount(row.compte) ?? "–"}</td>
    <td class="phrase">${row.motifLabel}</td>
  </tr>
`;

/** What was taken away, and because of what; before a calculation only the share is known. */
const EffectRow = (row) => html`
  <tr key=${row.beneficiaireId}>
    <${Person} nom=${row.nomComplet} codeMenage=${row.codeMenage} id=${row.menageId} />
    <td>${code("effet.un", row.effet)}</td>
    <td>${row.nomConditionnalite}</td>
    <td class="droite">${row.retenue === null ? `${number(row.reduction)} %` : money(row.retenue)}</td>
  </tr>
`;

const describe = (payment) =>
  payment
    ? html`
      ${payment.beneficiaire.nomComplet}
      <div class="petit doux">${join([findAccount(payment), money(payment.montant)])}</div>
    `
    : "–";

const ChangeRow = ({ natures, paiement, precedent }) => html`
  <tr key=${(paiement ?? precedent).id}>
    <td><${Household} ...${(paiement ?? precedent).menage} /></td>
    <td>${natures.map((nature) => code("nature", nature)).join(", ")}</td>
    <td data-nom=${t("cycles.avant")}>${describe(precedent)}</td>
    <td data-nom=${t("cycles.maintenant")}>${describe(paiement)}</td>
  </tr>
`;

const CheckRow = (row) => html`
  <tr key=${row.paiementId}>
    <${Person} nom=${row.nomComplet} codeMenage=${row.codeMenage} />
    <td class="coupe">${writeAccount(row.compte) ?? "–"}</td>
    <td>${row.problemes.map((one) => html`<div>${one.message}</div>`)}</td>
  </tr>
`;

/** Describe an age in hours, and after two days in days. */
const describeAge = (hours) =>
  hours < 48 ? t("paiements.age", { n: hours }) : t("paiements.jours", { n: Math.floor(hours / 24) });

const UnknownRow = (row, makeButton) => html`
  <tr key=${row.paiementId}>
    <${Person} nom=${row.nomComplet} codeMenage=${row.codeMenage} />
    <td class="coupe">${writeAccount(row.compte) ?? "–"}</td>
    <td class="droite">${money(row.montant)}</td>
    <td>${date(row.envoyeLe)}</td>
    <td>${describeAge(row.ageHeures)}</td>
    ${makeButton && html`<td>${makeButton(row)}</td>`}
  </tr>
`;

/** Each list: its address, its columns, its rows, and the counts by which it is narrowed. */
export const LISTS = {
  exceptions: {
    path: "exceptions",
    columns: ["personne", "region", "compte.paye", "motif"],
    row: ExceptionRow,
    kinds: { key: "parMotif", filter: "motif", group: "exception" },
  },
  conditionnalites: {
    path: "conditionnalites",
    columns: ["personne", "cycles.effet", "cycles.conditionnalite", ...figures("cycles.retenue")],
    row: EffectRow,
    kinds: { key: "parEffet", filter: "effet", group: "effet" },
  },
  changements: {
    path: "changements",
    columns: ["menage", "cycles.difference", "cycles.avant", "cycles.maintenant"],
    row: ChangeRow,
    kinds: { key: "parNature", filter: "nature", group: "nature" },
  },
  paiements: {
    path: "paiements",
    columns: ["personne", "compte.paye", "region", ...figures("montant"), "statut", "actions"],
    row: PaymentRow,
    kinds: { key: "parStatut", filter: "statut", group: "paiement" },
  },
  partiels: {
    path: "paiements",
    query: { partiel: true },
    columns: ["personne", "compte.paye", "region", ...figures("montant"), "statut"],
    row: (payment) => PaymentRow(payment, null),
  },
  exclus: {
    path: "paiements",
    query: { statut: "annule" },
    columns: ["personne", "compte.paye", "region", ...figures("montant"), "statut", "actions"],
    row: PaymentRow,
  },
  comptes: { path: "controle-comptes", columns: ["personne", "compte.paye", "cycles.probleme"], row: CheckRow },
  inconnus: {
    path: "inconnus",
    columns: ["personne", "compte.paye", ...figures("montant"), "cycles.envoye", "cycles.depuis", "actions"],
    row: UnknownRow,
  },
};
