/** Complaints: the list, the queue, the teams; or one complaint. */

import { Icon } from "../components/icon.js";
import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { openPage, setView, view } from "../state/view.js";
import { Complaint } from "./complaint.js";
import { ComplaintList } from "./complaint-list.js";
import { load } from "./complaint-state.js";
import { askComplaint } from "./new-complaint.js";
import { Queue } from "./queue.js";
import { Teams } from "./teams.js";

const TABS = { liste: ComplaintList, attente: Queue, equipes: Teams };

async function takeComplaint() {
  const taken = await askComplaint();
  if (!taken) return;
  if (taken.waits) openPage("attente");
  else if (taken.id && taken.isVisible) setView({ element: taken.id });
  else load();
}

export function Page() {
  const { element, onglet } = view.value;
  if (element && onglet !== "equipes") return html`<${Complaint} id=${element} key=${element} />`;
  const chosen = onglet in TABS ? onglet : "liste";
  const tabs = Object.keys(TABS).map((id) => [id, t(`plaintes.onglet.${id}`)]);
  return html`
    <div class="outils entre">
      <${Tabs} tabs=${tabs} chosen=${chosen} onChoose=${(id) => setView({ onglet: id, element: null, page: 1 })} />
      ${
        may("plaintes.creer") &&
        html`<button type="button" class="bouton principal" onClick=${takeComplaint}>
          <${Icon} name="plus" />${t("plaintes.nouvelle")}
        </button>`
      }
    </div>
    <${TABS[chosen]} />
  `;
}
