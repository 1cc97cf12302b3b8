/** The filters of a page: on a phone a button opens them, so that what they filter comes first. */

import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";

/** `count`: how many are set, which is said while they are folded. */
export function FilterFold({ count, children }) {
  const isOpen = useSignal(false);
  return html`
    <div class="filtres-plies" data-ouvert=${isOpen.value}>
      <button
        type="button" class="bouton" aria-expanded=${isOpen.value} onClick=${() => (isOpen.value = !isOpen.value)}
      >
        ${t("filtres")}<${FilterCount} count=${count} />
      </button>
      <div class="outils">${children}</div>
    </div>
  `;
}

/** Say on a phone how many filters are set. */
export const FilterCount = ({ count }) => count > 0 && html`<b class="filtres-compte">${number(count)}</b>`;

/** Count the filters that are set. */
export const countSet = (filters) => Object.values(filters).filter(Boolean).length;
