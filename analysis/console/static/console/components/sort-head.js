/** The head of a column by which a list can be sorted; the order stands in the address (`tri`). */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { setView, view } from "../state/view.js";
import { Icon } from "./icon.js";

/** Return what the column is now, and what its button leads to: up, then down, then as it was. */
function findSteps(sort, now) {
  if (now === sort) return { icon: "up", state: "ascending", next: `-${sort}`, hint: "tri.decroissant" };
  if (now === `-${sort}`) return { icon: "down", state: "descending", next: null, hint: "tri.sans" };
  return { icon: "sort", state: "none", next: sort, hint: "tri.croissant" };
}

/** Return the order of the address where one of these columns has it, else `initial`: an order that no head shows is
 * none.
 * `columns`: the API's name of the order of each column, or null.
 * @param {Record<string, string | null>} columns
 * @param {string | null} initial
 */
export const findOrder = (columns, initial = null) => {
  const { tri } = view.value;
  return Object.values(columns).includes(tri?.replace(/^-/, "")) ? tri : initial;
};

/** `sort`: the API's name of the order; null: the list cannot be sorted by this column. `before`: what stands first.
 * `initial`: the order of the list while nobody chose one.
 */
export function SortHead({ name = "", label, sort = null, isNumber = false, before = null, initial = null }) {
  const tri = view.value.tri ?? initial;
  const side = `${name && `c-${name}`}${isNumber ? " droite" : ""}`;
  if (!sort) return html`<th scope="col" class=${side}>${before}${label}</th>`;
  const { icon, state, next, hint } = findSteps(sort, tri);
  return html`
    <th scope="col" class=${side} aria-sort=${state}>
      ${before}<button
        type="button" class="tri" title=${t(hint, { colonne: label })}
        onClick=${() => setView({ tri: next, page: 1 })}
      >
        ${label}<${Icon} name=${icon} />
      </button>
    </th>
  `;
}
