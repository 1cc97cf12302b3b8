/** Which rows of a list are shown, and the buttons to the others. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { IconButton } from "./icon.js";

/**
 * `pagination` is the API's; the page stands in the address, unless `onGo` keeps it elsewhere. `children`: what more
 * can be done with the list.
 */
export function Pager({ pagination, onGo = (page) => setView({ page }), children = null }) {
  const { page, pages, total, limit } = pagination;
  const range = { debut: total ? (page - 1) * limit + 1 : 0, fin: Math.min(total, page * limit), total };
  const go = (next) => () => onGo(next);
  return html`
    <div class="pages">
      <span class="doux">${t("pages.plage", range)}</span>
      <${IconButton}
        icon="previous" label=${t("pages.avant")} onClick=${go(page - 1)}
        class="bouton carre" id="page-avant" disabled=${page <= 1}
      />
      <${IconButton}
        icon="next" label=${t("pages.apres")} onClick=${go(page + 1)}
        class="bouton carre" id="page-apres" disabled=${page >= pages}
      />
      ${children}
    </div>
  `;
}
