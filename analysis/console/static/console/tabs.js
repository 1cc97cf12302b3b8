/** Tabs at the head of a page: buttons that say which one is shown. */

import { h } from "./dom.js";
import { t } from "./i18n.js";

/** `list` of [id, label]; `choose(id)` when another one is pressed. */
export const tabs = (list, chosen, choose) =>
  list.length < 2 ? null : h("div", { class: "volets", role: "group", "aria-label": t("onglets") },
    list.map(([id, label]) => h("button", { type: "button", class: "choix", id: `volet-${id}`, "aria-pressed": String(id === chosen), onclick: () => choose(id) }, label)));
