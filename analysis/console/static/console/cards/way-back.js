/** The way back from a card to the page on which it was opened: a queue is gone through card by card. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { PAGES } from "../state/page-list.js";
import { onViewChange, setView, view } from "../state/view.js";

/** What the page showed, and the card that was opened there. @type {import("@preact/signals").Signal<any>} */
const origin = signal(null);

/** A form that was sent is nothing to go back to. */
const isListed = (vue) => PAGES.some(({ id, isApart }) => id === vue && !isApart);

onViewChange((now, before) => {
  if (now.vue === "carte" && now.fiche && isListed(before.vue)) origin.value = { state: before, card: now.fiche };
  else if (now.vue !== "carte" || now.fiche !== origin.peek()?.card) origin.value = null;
});

const isOpened = () => origin.value !== null && origin.value.card === view.value.fiche;

/** Return whether the card was opened on this page. */
export const cameFrom = (page) => isOpened() && origin.value.state.vue === page;

/** Lead back to the page, as it was. */
export function WayBack() {
  if (!isOpened()) return null;
  const { state } = origin.value;
  return html`
    <button type="button" class="lien retour" id="revenir" onClick=${() => setView(state)}>
      <${Icon} name="back" />${t("fiche.revenir", { page: t(`page.${state.vue}`) })}
    </button>
  `;
}
