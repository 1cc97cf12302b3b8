/** Offer a new version of the console, when somebody can do without the page for a moment: entries and drafts stay. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { hasUpdate } from "../state/offline.js";

export const UpdateLine = () =>
  hasUpdate.value
    ? html`
        <div class="note" role="status" id="nouvelle-version">
          <p><${Icon} name="undo" /> ${t("version.prete")}</p>
          <button type="button" class="bouton" onClick=${() => location.reload()}>${t("version.recharger")}</button>
        </div>
      `
    : null;
