/** The operator accounts and the fee schedules: what there is to pay with, and what paying costs. */

import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { seesAllRegions } from "../server/places.js";
import { setView, view } from "../state/view.js";
import { Account } from "./account.js";
import { AccountList, NewAccount } from "./account-list.js";
import { Fees, NewTranche } from "./fees.js";

/** Say to who sees some regions that the amounts are those of the country; nothing while that is not known. */
function National() {
  const isPart = useSignal(false);
  useEffect(() => {
    seesAllRegions().then(
      (isWhole) => (isPart.value = !isWhole),
      () => {},
    );
  }, []);
  return isPart.value && html`<p class="note">${t("tresorerie.pays")}</p>`;
}

export function Page() {
  const { element, onglet } = view.value;
  if (element) return html`<${Account} id=${element} key=${element} />`;
  const tabs = [
    ["soldes", t("tresorerie.soldes")],
    ["tarifs", t("tresorerie.tarifs")],
  ];
  const chosen = onglet === "tarifs" ? "tarifs" : "soldes";
  return html`
    <div class="pile">
      <${National} />
      <div class="outils entre">
        <${Tabs} tabs=${tabs} chosen=${chosen} onChoose=${(id) => setView({ onglet: id, page: 1 })} />
        ${chosen === "tarifs" ? html`<${NewTranche} />` : html`<${NewAccount} />`}
      </div>
      ${chosen === "tarifs" ? html`<${Fees} />` : html`<${AccountList} />`}
    </div>
  `;
}
