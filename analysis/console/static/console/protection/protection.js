/** Services for survivors: the directory with its map, referrals, imports and collectors.
 *
 * Nothing of what is shown stands in the address, the title or the storage of the browser; after some minutes without a
 * sign of life the page empties itself and asks who is there.
 */

import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { CollectPage } from "./collect.js";
import { ImportPage } from "./import.js";
import { isLocked, Locked, watchForSilence } from "./lock.js";
import { ReferralPage } from "./referral.js";
import { ServicesPage } from "./services.js";

const READ = "vbg.lire";
const IMPORT = "vbg.importer";
const TABS = [
  { id: "services", permission: READ, Body: ServicesPage },
  { id: "orientation", permission: READ, Body: ReferralPage },
  { id: "classeur", permission: IMPORT, Body: ImportPage },
  { id: "collecteur", permission: IMPORT, Body: CollectPage },
];

export function Page() {
  useEffect(watchForSilence, []);
  const offered = TABS.filter(({ permission }) => may(permission));
  const chosen = offered.find(({ id }) => id === view.value.onglet) ?? offered[0];
  if (isLocked.value) return html`<${Locked} />`;
  return html`
    <div class="pile">
      <${Tabs}
        tabs=${offered.map(({ id }) => [id, t(`protection.${id}`)])} chosen=${chosen.id}
        onChoose=${(onglet) => setView({ onglet, page: 1 })}
      />
      <${chosen.Body} key=${chosen.id} />
    </div>
  `;
}
