/** Tabs at the head of a page: buttons that say which one is shown. */

import { t } from "../i18n.js";
import { html } from "../preact.js";

/** `tabs`: [id, label] each; `onChoose(id)` when another one is pressed. */
export function Tabs({ tabs, chosen, onChoose }) {
  if (tabs.length < 2) return null;
  const button = ([id, label]) => html`
    <button
      type="button" class="choix" id="volet-${id}" key=${id} aria-pressed=${id === chosen} onClick=${() => onChoose(id)}
    >
      ${label}
    </button>
  `;
  return html`<div class="volets" role="group" aria-label=${t("onglets")}>${tabs.map(button)}</div>`;
}
