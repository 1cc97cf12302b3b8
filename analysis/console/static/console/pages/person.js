/** How a user is named and marked, in the list and on his own page. */

import { h } from "../dom.js";
import { t } from "../i18n.js";

export const name = (user) => [user.prenom, user.nom].filter(Boolean).join(" ") || user.email;
export const active = (yes) => h("span", { class: yes ? "insigne oui" : "insigne" }, t(yes ? "actif.oui" : "actif.non"));
