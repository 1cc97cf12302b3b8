/** Which rows of a list are shown, and the buttons to the others. */

import { h, iconButton } from "./dom.js";
import { t } from "./i18n.js";
import * as state from "./state.js";

/** `pagination` is the API's; the page stands in the address. */
export function pager({ page, pages, total, limit }) {
  const go = (next) => () => state.set({ page: next });
  return h("div", { class: "pages" },
    h("span", { class: "doux" }, t("pages.plage", { debut: total ? (page - 1) * limit + 1 : 0, fin: Math.min(total, page * limit), total })),
    iconButton("previous", t("pages.avant"), go(page - 1), { class: "bouton carre", id: "page-avant", disabled: page <= 1 }),
    iconButton("next", t("pages.apres"), go(page + 1), { class: "bouton carre", id: "page-apres", disabled: page >= pages }));
}
