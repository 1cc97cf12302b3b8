/** What happened to a household, the newest first: read when it is opened. */

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { failure, skeleton } from "./feedback.js";
import { code, date, number, t } from "./i18n.js";

const ROWS = 20;

function shown({ masque }, value) {
  if (masque) return t("histoire.masque");
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  if (Number.isFinite(value?.latitude)) return `${number(value.latitude, 5)} ; ${number(value.longitude, 5)}`;
  return typeof value === "object" ? Object.values(value).filter((part) => part !== null).join(", ") || "–" : String(value);
}

/** The catalogue's name of a field, else the field's own made readable: "scorePmt" is "Score pmt". */
function named(champ) {
  const known = code("champ", champ);
  return known.toLowerCase() === champ.toLowerCase() ? code("champ", champ.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) : known;
}

const change = (one) => h("li", {}, h("span", { class: "doux" }, named(one.champ)), " ",
  h("s", {}, shown(one, one.avant)), " → ", h("strong", {}, shown(one, one.apres)));

const entry = (trace) => h("li", {},
  h("strong", {}, t(`histoire.${trace.action}`), trace.model === "menage" ? "" : ` · ${code("modele", trace.model)}`),
  h("span", { class: "doux petit" }, [date(trace.date), trace.utilisateur?.nom ?? t("histoire.systeme")].join(" · ")),
  trace.changements.length > 0 && h("ul", { class: "changements" }, trace.changements.map(change)));

/** A fold of the card; `id` is the household's. */
export function historyFold(id) {
  const body = h("div", {});
  async function load() {
    replace(body, skeleton(4));
    try {
      const { data, pagination } = await api.getJson(`/menages/${id}/historique`, { limit: ROWS });
      replace(body, data.length ? h("ul", { class: "histoire" }, data.map(entry)) : h("p", { class: "doux" }, t("histoire.vide")),
        pagination.total > data.length && h("p", { class: "doux petit" }, t("histoire.plus", { n: pagination.total - data.length })));
    } catch (error) {
      replace(body, failure(error, load));
    }
  }
  return h("details", { id: "histoire", ontoggle: (event) => event.target.open && !body.hasChildNodes() && load() }, h("summary", {}, t("histoire")), body);
}
