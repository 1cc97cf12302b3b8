/** Whether somebody may leave for where there is no network, and with what: at the foot of the menu. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { isReadyOffline } from "../state/offline.js";
import { findCurrentPage } from "../state/pages.js";
import { isOffline } from "./offline-line.js";
import { FORM_RIGHTS, isReadAhead } from "./prepare.js";
import { findSeal } from "./seal.js";

/** Pages that open without a connection, as the map does: nothing of the others is kept on a device. */
const OPEN_OFFLINE = ["menage", "attente"];

/** Say what is ready once the page and its forms are on this device, and whether what is open now is. */
export function ReadyLine() {
  if (!isReadyOffline.value || !isReadAhead.value || isOffline.value || !findSeal()) return null;
  const page = findCurrentPage();
  const isHeld = page === null || OPEN_OFFLINE.includes(page.id);
  return html`
    <details class="ligne-prete doux petit">
      <summary>
        <${Icon} name="check" />
        <span role="status">
          ${t(FORM_RIGHTS.some(may) ? "horsligne.pret.saisie" : "horsligne.pret.carte")}
          ${!isHeld && html` <strong>${t("horsligne.pret.page")}</strong>`}
        </span>
      </summary>
      <p>${t("horsligne.pret.aide")}</p>
      <p>${t("horsligne.pret.jamais")}</p>
    </details>
  `;
}
