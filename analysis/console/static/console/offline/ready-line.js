/** Whether somebody may leave for where there is no network: at the foot of the menu. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { isReadyOffline } from "../state/offline.js";
import { isOffline } from "./offline-line.js";
import { isReadAhead } from "./prepare.js";
import { findSeal } from "./seal.js";

/** Say so once the page and its forms are on this device; what is missing without a connection is said elsewhere. */
export const ReadyLine = () =>
  isReadyOffline.value && isReadAhead.value && !isOffline.value && findSeal()
    ? html`<p class="ligne-prete doux petit" role="status" title=${t("horsligne.pret.aide")}>
        <${Icon} name="check" />${t("horsligne.pret")}
      </p>`
    : null;
