/** Say that no household is in sight where the map is near, with the way back: else it is paper without a word. */

import { t } from "../i18n.js";
import { heldDrawn } from "../offline/held-points.js";
import { beganOffline } from "../offline/offline-line.js";
import { html } from "../preact.js";
import { hasFilters, view } from "../state/view.js";
import { showArea } from "./area.js";
import { isEmptyHere } from "./drawn-groups.js";
import { getMap, moveTo } from "./map.js";
import { hasHouseholds } from "./style.js";

const STEP = 2; // zooms

/** Say why the map has no household where the device keeps none. */
const NotHeld = () => html`<p class="rien-ici" role="status">${t("carte.rien.horsligne")}</p>`;

export function EmptyHint() {
  // Where the map was opened without a network no tile of households is read, wherever one looks.
  if (beganOffline.value) return heldDrawn.value === null && hasHouseholds(view.value) ? html`<${NotHeld} />` : null;
  if (!isEmptyHere.value || heldDrawn.value !== null) return null;
  const stepBack = () => moveTo({ center: getMap().getCenter(), zoom: getMap().getZoom() - STEP, offset: [0, 0] });
  const goHome = () => showArea(view.peek());
  return html`
    <p class="rien-ici" role="status">
      ${t(hasFilters() ? "carte.rien.filtres" : "carte.rien")}
      <button type="button" class="lien" onClick=${stepBack}>${t("carte.reculer")}</button>
      <button type="button" class="lien" onClick=${goHome}>${t("carte.toutvoir")}</button>
    </p>
  `;
}
