/** How far each household of a pair has come, and what a merge makes of that: the stage stays that of the form that is
 * kept, so the registry loses a household where the other one stood on it.
 */

import { nameStep } from "../cards/household-parts.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";

const STAGES = ["rejete", "pre_collecte", "valide", "integre"];
const REGISTERED = "integre";

/** Order two households by what a merge had better keep: above 0, the second has come farther. */
export const compareStages = (one, other) => STAGES.indexOf(other.statutCollecte) - STAGES.indexOf(one.statutCollecte);

/** Show a line of the comparison that judges nothing, above all others. */
export const PairStage = ({ pair: { menageA, menageB } }) => html`
  <tbody id="etape-paire">
    <tr>
      <th scope="row">${t("champ.statutCollecte")}</th>
      <td>${nameStep(menageA)}</td><td>${nameStep(menageB)}</td>
      <td class="avis-paire"></td>
    </tr>
  </tbody>
`;

/** Say what becomes of the stage, and of the enrolments, when the `other` form is merged into the kept one. */
export function StageOfMerge({ retained, other }) {
  const isLost = retained.statutCollecte !== REGISTERED && other.statutCollecte === REGISTERED;
  return html`
    <p class=${isLost ? "note petit" : "petit"} id="etape-fusion" role="status">
      ${t("doublons.etape.garde", { code: retained.codeMenage, etape: nameStep(retained) })}
      ${isLost && html` <strong>${t("doublons.etape.perdue")}</strong>`}
    </p>
  `;
}
