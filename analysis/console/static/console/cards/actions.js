/** What can be done with the household or the village of a card: changed, printed. */

import { describeError } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";

/** Show a button whose work may take a moment, and why it failed. */
function WorkButton({ icon, label, work }) {
  const isBusy = useSignal(false);
  const failure = useSignal("");
  const run = async () => {
    isBusy.value = true;
    failure.value = "";
    try {
      await work();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return html`
    <button type="button" class="bouton" disabled=${isBusy.value} onClick=${run}>
      <${Icon} name=${icon} />${label}
    </button>
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
  `;
}

/** `found`: what the card has read. */
export function HouseholdActions({ found }) {
  const edit = () => setView({ vue: "menage", element: found.household.id });
  const print = async () => (await import("../household/sheet.js")).printSheet(found);
  return html`
    ${
      may("registre.modifier") &&
      html`<button type="button" class="bouton" onClick=${edit}><${Icon} name="pen" />${t("menage.modifier")}</button>`
    }
    <${WorkButton} icon="printer" label=${t("papier.imprimer")} work=${print} />
  `;
}

/** Print the households of a village. */
export const VillageList = ({ id }) => html`
  <${WorkButton}
    icon="printer" label=${t("papier.liste.imprimer")}
    work=${async () => (await import("../household/paper-list.js")).printList({ localite: id })}
  />
`;
