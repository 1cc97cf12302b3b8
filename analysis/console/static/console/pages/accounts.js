/** Users, roles, and the reports that roles get: tabs; what is open stands in the address (`element`). */

import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { Roles } from "./roles.js";
import { Subscriptions } from "./subscriptions.js";
import { Users } from "./users.js";

const TABS = {
  utilisateurs: { permission: "administration.utilisateurs", Tab: Users },
  roles: { permission: "administration.roles", Tab: Roles },
  rapports: { permission: "administration.roles", Tab: Subscriptions },
};

export function Page() {
  const offered = Object.keys(TABS).filter((id) => may(TABS[id].permission));
  const { onglet } = view.value;
  const chosen = offered.includes(onglet) ? onglet : offered[0];
  const { Tab } = TABS[chosen];
  const choose = (id) => setView({ onglet: id, element: null, page: 1 });
  return html`
    <${Tabs} tabs=${offered.map((id) => [id, t(`comptes.${id}`)])} chosen=${chosen} onChoose=${choose} />
    <div class="pile"><${Tab} key=${chosen} /></div>
  `;
}
