/** Tabs at the head of a page: buttons that say which one is shown. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";

/** `tabs`: [id, label, count or nothing] each; `onChoose(id)` when another one is pressed. */
export function Tabs({ tabs, chosen, onChoose }) {
  if (tabs.length < 2) return null;
  const button = ([id, label, count = null]) => html`
    <button
      type="button" class="choix" id="volet-${id}" key=${id} aria-pressed=${id === chosen} onClick=${() => onChoose(id)}
    >
      ${label}${count !== null && html` <b>${number(count)}</b>`}
    </button>
  `;
  return html`<div class="volets" role="group" aria-label=${t("onglets")}>${tabs.map(button)}</div>`;
}
