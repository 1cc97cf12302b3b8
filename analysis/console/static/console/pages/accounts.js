/** Users and roles: two tabs; what is open stands in the address (`element`). */

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { may } from "../session.js";
import * as state from "../state.js";
import { tabs } from "../tabs.js";
import { roleTab } from "./roles.js";
import { userTab } from "./users.js";

export function mount(redraw) {
  const known = { utilisateurs: userTab(redraw), roles: roleTab(redraw) };
  const offered = [may("administration.utilisateurs") && "utilisateurs", may("administration.roles") && "roles"].filter(Boolean);
  const chosen = () => (offered.includes(state.get().onglet) ? state.get().onglet : offered[0]);

  return {
    draw: () => [
      tabs(offered.map((id) => [id, t(`comptes.${id}`)]), chosen(), (onglet) => state.set({ onglet, element: null, page: 1 })),
      h("div", { class: "pile" }, known[chosen()].draw()),
    ],
    changed(now, previous) {
      if (state.changed(now, previous, "onglet")) known[chosen()].enter();
      else known[chosen()].changed(now, previous);
    },
    enter: () => known[chosen()].enter(),
  };
}
