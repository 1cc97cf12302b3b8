/** The duties of a payment that a role unites: whoever has several of them sees one through almost alone. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";

const APPROVAL = "transferts.valider_niveau_";
/** What each duty is done with. */
const DUTIES = {
  preparer: (key) => key === "transferts.calculer" || key === "transferts.soumettre",
  valider: (key) => key.startsWith(APPROVAL),
  payer: (key) => key === "transferts.executer",
  rapprocher: (key) => key === "transferts.rapprocher",
};

/** List the duties of a payment that these permissions give, in the order of the work. */
export const listDuties = (permissions) => Object.keys(DUTIES).filter((duty) => permissions.some(DUTIES[duty]));

const nameDuties = (duties) => duties.map((duty) => t(`roles.fonction.${duty}`));

function DutyCell({ role }) {
  const duties = listDuties(role.permissions);
  const names = nameDuties(duties).map((name) => html`<span key=${name}>${name}</span>`);
  return html`
    <td class="fonctions">
      ${duties.length > 1 && html`<${Icon} name="warning" />`}
      ${duties.length > 1 && html`<span class="hors-vue">${t("roles.fonctions.reunies")}</span>`}
      ${duties.length ? names : "–"}
    </td>
  `;
}

/** Show, above all permissions of the matrix, which duties of a payment each role has. */
export const DutyRow = ({ roles }) => html`
  <tbody>
    <tr>
      <th scope="row">${t("roles.fonctions")}</th>
      ${roles.map((role) => html`<${DutyCell} key=${role.id} role=${role} />`)}
    </tr>
  </tbody>
`;

const unites = ({ permissions }) => listDuties(permissions).length > 1;

/** Say what still protects a payment where a role unites duties. */
const Note = ({ text }) => html`
  <p class="note ligne-note"><${Icon} name="warning" /><span>${text} ${t("roles.fonctions.garde")}</span></p>
`;

export const DutiesNote = ({ roles }) => roles.some(unites) && html`<${Note} text=${t("roles.fonctions.note")} />`;

export function RoleDutiesNote({ role }) {
  if (!unites(role)) return null;
  const fonctions = nameDuties(listDuties(role.permissions)).join(", ");
  return html`<${Note} text=${t("roles.fonctions.role", { fonctions })} />`;
}
