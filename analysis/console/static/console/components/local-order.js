/** The order of a table whose rows are all here: a press on a column's head sorts them, and nothing is asked. */

import { html, signal } from "../preact.js";
import { Icon } from "./icon.js";

/** Make an order, {name, isUp}; null: as the service answers. */
export const createOrder = () => signal(/** @type {{ name: string, isUp: boolean } | null} */ (null));

const compare = (one, other) => (typeof one === "string" ? one.localeCompare(other) : one - other);

/** Return the rows in an order; `readValue(row, name)` gives texts or numbers. */
export function sortRows(rows, order, readValue) {
  if (!order.value) return rows;
  const { name, isUp } = order.value;
  const sign = isUp ? 1 : -1;
  return [...rows].sort((one, other) => sign * compare(readValue(one, name), readValue(other, name)));
}

/** Return what a press leads to: texts upwards and figures downwards first, then the reverse, then as it was. */
function findNext(name, isText, now) {
  if (!now) return { name, isUp: isText };
  return now.isUp === isText ? { name, isUp: !isText } : null;
}

/** Show the head of a column. `isInitial`: the service answers the rows by it, the highest first. */
export function OrderHead({ order, name, label, isText = false, isNumber = false, title = null, isInitial = false }) {
  const chosen = order.value ?? (isInitial ? { name, isUp: false } : null);
  const now = chosen?.name === name ? chosen : null;
  const direction = now?.isUp ? "up" : "down";
  const sort = () => {
    order.value = findNext(name, isText, now);
  };
  return html`
    <th
      scope="col" class=${isNumber ? "droite" : ""} title=${title}
      aria-sort=${now ? `${now.isUp ? "as" : "des"}cending` : "none"}
    >
      <button type="button" class="tri" onClick=${sort}>${label}<${Icon} name=${now ? direction : "sort"} /></button>
    </th>
  `;
}
