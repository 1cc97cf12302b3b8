/** Says that a list is narrowed by what the address holds, and takes that off. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { setView, view } from "../state/view.js";

/** Show it above a list whose rows are narrowed by `pickNarrowing()`. */
export function Narrowing() {
  if (!view.value.filtre) return null;
  return html`
    <div class="outils restreint">
      <p class="doux">${t("liste.restreinte")}</p>
      <button type="button" class="bouton" onClick=${() => setView({ filtre: null, page: 1 })}>
        ${t("liste.tout")}
      </button>
    </div>
  `;
}
