/** Which rows of a list are shown, and the buttons to the others. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { IconButton } from "./icon.js";

const FAR = 5; // pages: more are gone to by their number

/**
 * `pagination` is the API's; the page stands in the address, unless `onGo` keeps it elsewhere. `children`: what more
 * can be done with the list.
 */
export function Pager({ pagination, onGo = (page) => setView({ page }), children = null }) {
  const { page, pages, total, limit } = pagination;
  const range = { debut: total ? (page - 1) * limit + 1 : 0, fin: Math.min(total, page * limit), total };
  const go = (next) => () => onGo(next);
  const jump = (event) => onGo(Math.min(Math.max(1, Math.round(Number(event.target.value)) || page), pages));
  const direct = () => html`
    <label class="page-directe">
      <span class="doux">${t("pages.page")}</span>
      <input
        type="number" min="1" max=${pages} id="page-directe" key=${page} defaultValue=${page} onChange=${jump}
      />
      <span class="doux">${t("pages.sur", { n: number(pages) })}</span>
    </label>
  `;
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
      ${pages >= FAR && direct()}
      ${children}
    </div>
  `;
}
