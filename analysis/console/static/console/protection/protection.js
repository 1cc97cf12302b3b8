/** Services for survivors: the directory with its map, referrals, statistics, cases, imports and collectors.
 *
 * Nothing of what is shown stands in the address, the title or the storage of the browser; after some minutes without a
 * sign of life the page empties itself and asks who is there. A tab makes no step for the back button.
 */

import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { AnalysisPage } from "./analysis.js";
import { READ_CASES, WRITE } from "./case-words.js";
import { CasesPage } from "./cases.js";
import { CollectPage, IMPORT } from "./collect.js";
import { isConnected, lookForCollectors } from "./connected.js";
import { ImportPage } from "./import.js";
import { isLocked, Locked, watchForSilence } from "./lock.js";
import { QuickExit, watchForEscape } from "./quick-exit.js";
import { ReferralPage } from "./referral.js";
import { ServicesPage } from "./services.js";

const READ = "vbg.lire";
const COLLECT = "collecteur";
const TABS = [
  { id: "services", permissions: [READ], Body: ServicesPage },
  { id: "orientation", permissions: [READ], Body: ReferralPage },
  { id: "analyse", permissions: [READ], Body: AnalysisPage },
  { id: "saisie", permissions: [WRITE, READ_CASES], Body: CasesPage },
  { id: "classeur", permissions: [IMPORT, WRITE], Body: ImportPage },
  { id: COLLECT, permissions: [IMPORT, WRITE], Body: CollectPage },
];

export function Page() {
  useEffect(watchForSilence, []);
  useEffect(watchForEscape, []);
  useEffect(() => {
    lookForCollectors();
  }, []);
  const { onglet } = view.value;
  const isOffered = ({ id }) => id !== COLLECT || isConnected.value || onglet === COLLECT;
  const offered = TABS.filter(({ permissions }) => permissions.some(may)).filter(isOffered);
  const chosen = offered.find(({ id }) => id === onglet) ?? offered[0];
  if (isLocked.value) return html`<${Locked} />`;
  return html`
    <div class="pile">
      <${QuickExit} />
      <${Tabs}
        tabs=${offered.map(({ id }) => [id, t(`protection.${id}`)])} chosen=${chosen.id}
        onChoose=${(id) => setView({ onglet: id, page: 1 }, { replace: true })}
      />
      <${chosen.Body} key=${chosen.id} />
    </div>
  `;
}
