/** What the list is sorted by, chosen where the titles of its columns do not stand above them, as on a phone. */

import { SelectField } from "../components/fields.js";
import { findOrder } from "../components/sort-head.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { COLUMNS, listVisible } from "./list-columns.js";

/** Offer each visible column in both directions, and the order that the list has at first. */
function listOrders() {
  const sorted = listVisible().filter((name) => COLUMNS[name]);
  const offer = (name) => [
    [COLUMNS[name], t("liste.tri.croissant", { colonne: t(name) })],
    [`-${COLUMNS[name]}`, t("liste.tri.decroissant", { colonne: t(name) })],
  ];
  return [["", t("liste.ordre")], ...sorted.flatMap(offer)];
}

export const ListOrder = () => html`
  <div class="tri-telephone">
    <${SelectField}
      label=${t("liste.tri")} name="tri-liste" options=${listOrders()} value=${findOrder(COLUMNS) ?? ""}
      onChange=${(event) => setView({ tri: event.target.value || null, page: 1 })}
    />
  </div>
`;
