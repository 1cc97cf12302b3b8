/** Which rights on money a role unites that two people should share, and what the service does about it. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";

const PREPARE = ["transferts.calculer", "transferts.soumettre"];
const PAY = "transferts.executer";
const LEVEL = "transferts.valider_niveau_";

/** List what a role unites: keys of words. */
export function listUnited({ permissions }) {
  const prepares = PREPARE.some((key) => permissions.includes(key));
  const pays = permissions.includes(PAY);
  const levels = permissions.filter((key) => key.startsWith(LEVEL)).length;
  return [
    prepares && levels > 0 && "valide",
    prepares && pays && "paie",
    levels > 0 && pays && "validepaie",
    levels > 1 && "niveaux",
  ].filter(Boolean);
}

function Cell({ role }) {
  const united = listUnited(role);
  if (!united.length) return html`<td><span class="hors-vue">${t("roles.reunis.rien")}</span></td>`;
  return html`
    <td>
      <${Icon} name="warning" />
      ${united.map((key) => html`<div key=${key} class="petit">${t(`roles.reunis.${key}`)}</div>`)}
    </td>
  `;
}

/** Show the row of the matrix; none where no role unites anything. */
export const UnitedRights = ({ roles }) =>
  roles.some((role) => listUnited(role).length) &&
  html`
    <tbody>
      <tr class="reunis">
        <th scope="row">${t("roles.reunis")}</th>
        ${roles.map((role) => html`<${Cell} key=${role.id} role=${role} />`)}
      </tr>
    </tbody>
  `;

/** Say above the matrix what protects a cycle although a role unites rights. */
export const UnitedNote = ({ roles }) =>
  roles.some((role) => role.isActive && listUnited(role).length) &&
  html`
    <p class="note ligne-note" id="roles-reunis">
      <${Icon} name="warning" /><span>${t("roles.reunis.aide")}</span>
    </p>
  `;
