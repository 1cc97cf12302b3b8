/** The way back from a card to where it was opened: from a queue or a household one goes through several. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { PAGES } from "../state/page-list.js";
import { onViewChange, setView, view } from "../state/view.js";

/** What was shown before, the card that was opened there, and where that had been come to from.
 * @type {import("@preact/signals").Signal<any>} */
const origin = signal(null);

/** A form that was sent is nothing to go back to. */
const isListed = (vue) => PAGES.some(({ id, isApart }) => id === vue && !isApart);
const isHousehold = (card) => card?.startsWith("menage/") ?? false;

/** Say where a card was opened: on a page, or from the card of a household; null elsewhere. */
function findOrigin(now, before, last) {
  if (now.vue !== "carte" || !now.fiche) return null;
  if (now.fiche === last?.card) return last;
  if (isListed(before.vue)) return { state: before, card: now.fiche, outer: null };
  if (last && now.fiche === last.state.fiche) return last.outer;
  if (!isHousehold(before.fiche) || isHousehold(now.fiche)) return null;
  return { state: before, card: now.fiche, outer: last?.card === before.fiche ? last : null };
}

onViewChange((now, before) => {
  origin.value = findOrigin(now, before, origin.peek());
});

const isOpened = () => origin.value !== null && origin.value.card === view.value.fiche;

/** Return whether the card was opened on this page. */
export const cameFrom = (page) => isOpened() && origin.value.state.vue === page;

/** Lead back to the page, as it was. */
export function WayBack() {
  if (!isOpened()) return null;
  const { state } = origin.value;
  const place = state.vue === "carte" ? t("collecte.menage") : t(`page.${state.vue}`);
  return html`
    <button type="button" class="lien retour" id="revenir" onClick=${() => setView(state)}>
      <${Icon} name="back" />${t("fiche.revenir", { page: place })}
    </button>
  `;
}
