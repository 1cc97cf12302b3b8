/** What is said over the map while a point is chosen on it, and the ways out: the middle of the map, or giving up. */

import { t } from "../i18n.js";
import { getMap } from "../map/map.js";
import { picking } from "../map/pick.js";
import { html } from "../preact.js";

export function PickBar() {
  const end = picking.value;
  if (!end) return null;
  return html`
    <div class="choix-point" role="dialog" aria-label=${t("menage.placer")}>
      <p>${t("menage.placer.texte")}</p>
      <div class="actions">
        <button type="button" class="bouton principal" onClick=${() => end(getMap().getCenter())}>
          ${t("menage.placer.milieu")}
        </button>
        <button type="button" class="bouton" onClick=${() => end(null)}>${t("annuler")}</button>
      </div>
    </div>
  `;
}
