/** A complaint as a row of the list: chosen, opened, late or waiting. */

import { code, fullDate, shortDate, t } from "../i18n.js";
import { Badge } from "../payments/parts.js";
import { html } from "../preact.js";
import { chosen, isChoosable, openComplaint, pick } from "./complaint-state.js";
import { isOpen } from "./open-states.js";

/** Return whether the deadline of a complaint has passed. */
export const isLate = (complaint) =>
  isOpen(complaint) && !complaint.suspendueDepuis && new Date(`${complaint.echeance}T23:59:59`) < new Date();

const DAY = 86_400_000; // milliseconds
/** Return for how many days the deadline of a late complaint is over. */
const countLateDays = ({ echeance }) =>
  Math.round((Date.parse(new Date().toLocaleDateString("sv")) - Date.parse(echeance)) / DAY);

export const LateBadge = ({ complaint }) => html`
  <span class="insigne contre">${t("plaintes.retard", { n: countLateDays(complaint) })}</span>
`;

/** Say until when a complaint is to be resolved, and whether that has passed or stands still.
 *
 * `isPast`: also of one that is decided, by when it was to be.
 */
export function Deadline({ complaint, show = shortDate, isPast = false }) {
  if (!isOpen(complaint)) return html`<span class="doux">${isPast ? fullDate(complaint.echeance) : "–"}</span>`;
  if (complaint.suspendueDepuis) return html`<span class="insigne">${t("plaintes.delai.suspendue")}</span>`;
  return html`
    <span class=${isLate(complaint) ? "periode faute" : "periode"}>${show(complaint.echeance)}</span>
    ${isLate(complaint) && html` <${LateBadge} complaint=${complaint} />`}
  `;
}

/** Say how urgent it is; what is most urgent is seen first. */
export const Priority = ({ value }) =>
  value === "urgente"
    ? html`<span class="insigne contre">${code("priorite", value)}</span>`
    : html`${code("priorite", value)}`;

const Box = ({ row }) => html`
  <input
    type="checkbox" class="coche-plainte" id="choix-${row.id}" checked=${chosen.value.has(row.id)}
    aria-label=${t("plaintes.choisir", { reference: row.reference })}
    onChange=${(event) => pick([row], event.target.checked)}
  />
`;

/** Show two texts one below the other; of what does not fit the rest is the cell's title. */
const TwoLines = ({ first, second }) => html`
  <span class="coupe" title=${[first, second].filter(Boolean).join(", ")}>${first ?? second ?? "–"}</span>
  ${first && second && html`<span class="petit doux coupe">${second}</span>`}
`;

export const ComplaintRow = (row) => html`
  <tr key=${row.id} aria-selected=${isChoosable() ? chosen.value.has(row.id) : null}>
    <td>
      <div class="plainte-nom">
        ${isChoosable() && html`<${Box} row=${row} />`}
        <div>
          <button type="button" class="lien coupe" title=${row.objet} onClick=${() => openComplaint(row.id)}>
            ${row.objet ?? t("tableau.sansobjet")}
          </button>
          <div class="petit doux coupe" title=${t("plaintes.recue")}>
            ${row.reference} · ${shortDate(row.dateCreation)}
          </div>
        </div>
      </div>
    </td>
    <td data-nom=${t("categorie.plainte")}>${code("plaintecategorie", row.categorie)}</td>
    <td data-nom=${t("priorite")}><${Priority} value=${row.priorite} /></td>
    <td data-nom=${t("lieu.plainte")}><${TwoLines} first=${row.secteur?.nom} second=${row.region?.nom} /></td>
    <td data-nom=${t("plaintes.membre")}>
      <${TwoLines} first=${row.membre?.nom ?? t("plaintes.personne")} second=${row.equipe?.nom} />
    </td>
    <td data-nom=${t("tableau.echeance")}><${Deadline} complaint=${row} /></td>
    <td data-nom=${t("statut")}><${Badge} group="plainte" value=${row.statut} /></td>
  </tr>
`;
