/** What can be done with the household or the village of a card: changed, printed. */

import { Icon } from "../components/icon.js";
import { WorkButton } from "../components/work-button.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";

/** `found`: what the card has read; `readMoney` reads what the household receives, null for whom may not. */
export function HouseholdActions({ found, readMoney }) {
  const edit = () => setView({ vue: "menage", element: found.household.id });
  const print = async () => (await import("../household/sheet.js")).printSheet(found, readMoney);
  return html`
    ${
      may("registre.modifier") &&
      html`<button type="button" class="bouton" onClick=${edit}><${Icon} name="pen" />${t("menage.modifier")}</button>`
    }
    <${WorkButton}
      icon="printer" label=${t("papier.imprimer")} work=${print}
      aria-label=${t("papier.imprimer.fiche")} title=${t("papier.imprimer.fiche")}
    />
  `;
}

/** Print the households of a village. */
export const VillageList = ({ id }) => html`
  <${WorkButton}
    icon="printer" label=${t("papier.liste.imprimer")}
    work=${async () => (await import("../household/paper-list.js")).printList({ localite: id })}
  />
`;
