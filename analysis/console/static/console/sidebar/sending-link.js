/** What waits to be sent, or was refused: a line above the pages, as long as there is something. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { entries, refused, waiting } from "../server/outbox.js";
import { openPage } from "../state/view.js";
import { closeDrawer } from "./drawer.js";

function describe() {
  if (refused.value) return t("envois.refuses", { n: refused.value });
  if (waiting.value) return t("envois.attendent", { n: waiting.value });
  return t("envois.envoyes", { n: entries.value.length });
}

export function SendingLink() {
  if (!entries.value.length) return null;
  const open = () => {
    openPage("envois");
    closeDrawer();
  };
  return html`
    <button type="button" class="bouton large" id="envois" aria-live="polite" onClick=${open}>
      <${Icon} name=${waiting.value || refused.value ? "clock" : "check"} />${describe()}
    </button>
  `;
}
