/** A cycle in a list: of all cycles, or of those of its programme. */

import { fullDate, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { Badge, money } from "./parts.js";

export const CYCLE_COLUMNS = [
  "cycle",
  "programme",
  "periode",
  "cycles.validation",
  "cycles.paiement",
  "paiements.nombre",
  "montant",
];

/** Show a cycle as a row of a table. */
export const CycleRow = (cycle) => html`
  <tr key=${cycle.id}>
    <td>
      <button
        type="button" class="lien"
        onClick=${() => setView({ vue: "cycles", element: cycle.id, onglet: null, page: 1 })}
      >${cycle.nom}</button>
      <div class="petit doux">${cycle.code}${cycle.supplementaire ? ` · ${t("cycles.supplementaire")}` : ""}</div>
    </td>
    <td>${cycle.programme.nom}</td>
    <td>${fullDate(cycle.dateDebut)} – ${fullDate(cycle.dateFin)}</td>
    <td><${Badge} group="validation" value=${cycle.statutValidation} /></td>
    <td><${Badge} group="execution" value=${cycle.suspenduLe ? "suspendue" : cycle.statut} /></td>
    <td class="droite" data-nom=${t("paiements.nombre")}>${number(cycle.totaux.nombre)}</td>
    <td class="droite">${money(cycle.totaux.montant)}</td>
  </tr>
`;
