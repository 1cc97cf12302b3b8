/** The lists behind the numbers of the dashboard: what each reads, and how a row looks. */

import { code, date, t } from "../i18n.js";
import { Amount, Badge, figures } from "../payments/parts.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";

const Household = ({ id, children }) => html`
  <a class="lien" href=${findAddress({ vue: "carte", fiche: `menage/${id}` })}>${children}</a>
`;

const HouseholdRow = (row) => html`
  <tr key=${row.id}>
    <td><${Household} id=${row.id}>${row.codeMenage}<//></td>
    <td>${row.chefMenage?.nomComplet ?? "–"}</td>
    <td>${[row.localite?.nom, row.secteur?.nom].filter(Boolean).join(", ") || "–"}</td>
    <td><${Badge} group="statut" value=${row.statut} /></td>
  </tr>
`;

const BeneficiaryRow = (row) => html`
  <tr key=${row.id}>
    <td>${row.nomComplet}<div class="petit doux">${row.code}</div></td>
    <td><${Household} id=${row.menage.id}>${row.menage.code}<//></td>
    <td>${row.menage.region?.nom ?? "–"}</td>
    <td>${row.programme?.nom ?? "–"}</td>
    <td><${Badge} group="enrolement" value=${row.statutEnrolement} /></td>
  </tr>
`;

const PaymentRow = (row) => html`
  <tr key=${row.id}>
    <td>${row.beneficiaire.nomComplet}<div class="petit doux">${row.reference}</div></td>
    <td><${Household} id=${row.menage.id}>${row.menage.code}<//></td>
    <td>${row.region?.nom ?? "–"}</td>
    <td><a class="lien" href=${findAddress({ vue: "cycles", element: row.cycle.id })}>${row.cycle.nom}</a></td>
    <td class="droite" data-nom=${t("montant")}><${Amount} payment=${row} /></td>
    <td>${row.dateExecution ? date(row.dateExecution) : "–"}</td>
    <td><${Badge} group="paiement" value=${row.statut} /></td>
  </tr>
`;

const ComplaintRow = (row) => html`
  <tr key=${row.id}>
    <td>
      <a class="lien" href=${findAddress({ vue: "plaintes", element: row.id })}>
        ${row.objet ?? t("tableau.sansobjet")}
      </a>
      <div class="petit doux">${row.reference}</div>
    </td>
    <td>${code("plaintecategorie", row.categorie)}</td>
    <td>${code("priorite", row.priorite)}</td>
    <td>${row.region?.nom ?? "–"}</td>
    <td data-nom=${t("tableau.echeance")}>${date(row.echeance)}</td>
    <td><${Badge} group="plainte" value=${row.statut} /></td>
  </tr>
`;

/** Each list: its address in the API, its columns, and a row. */
export const LISTS = {
  menages: { path: "/menages", columns: ["menage", "chef", "lieu", "statut"], row: HouseholdRow },
  beneficiaires: {
    path: "/beneficiaires",
    columns: ["personne", "menage", "region", "programme", "statut"],
    row: BeneficiaryRow,
  },
  paiements: {
    path: "/paiements",
    columns: ["personne", "menage", "region", "cycle", ...figures("montant"), "tableau.executele", "statut"],
    row: PaymentRow,
  },
  plaintes: {
    path: "/plaintes",
    columns: ["tableau.objet", "categorie.plainte", "priorite", "region", "tableau.echeance", "statut"],
    row: ComplaintRow,
  },
};
