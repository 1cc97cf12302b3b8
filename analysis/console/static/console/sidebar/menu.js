/** The menu of the pages: the map, the pages used most, and groups that open below. */

import { isLeaving } from "../components/escape.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { computed, effect, html, signal } from "../preact.js";
import { openPage, setView, view } from "../state/view.js";
import { closeDrawer } from "./drawer.js";
import { listMenu } from "./menu-groups.js";

/** The group that was opened by hand, "" for none; null: that of the page. */
const opened = signal(/** @type {string | null} */ (null));

// Another page, by whatever way, is shown in its own group.
const currentPage = computed(() => view.value.vue);
effect(() => {
  if (currentPage.value !== undefined) opened.value = null;
});

/** Go to a page of the menu. */
export function open({ id, element = null, bande = null }) {
  opened.value = null;
  openPage(id);
  if (element) setView({ element }, { replace: true });
  if (bande) setView({ bande, page: 1 }, { replace: true });
  closeDrawer();
}

/** Return whether a page of the menu is shown. */
export const isCurrent = ({ id, element = null, bande = null }) =>
  view.value.vue === id && (!element || view.value.element === element) && (!bande || view.value.bande === bande);

/** Return whether a page of the group is shown; the list beneath the map opens no group. */
const holdsCurrent = ({ pages }) => pages.some((page) => !page.bande && isCurrent(page));

const PageButton = ({ page }) => html`
  <button
    type="button" class="onglet" data-page=${page.bande ?? page.id}
    aria-current=${isCurrent(page) ? "page" : null} onClick=${() => open(page)}
  >
    <${Icon} name=${page.icon} /><span>${t(`page.${page.bande ?? page.id}`)}</span>
  </button>
`;

function GroupButton({ group, isOpen }) {
  const toggle = () => {
    opened.value = isOpen ? "" : group.id;
  };
  return html`
    <button
      type="button" class="onglet" id="groupe-${group.id}" aria-expanded=${isOpen} aria-controls="sous-onglets"
      data-courant=${holdsCurrent(group) ? "" : null} onClick=${toggle}
    >
      <${Icon} name=${group.icon} /><span>${t(`menu.${group.id}`)}</span>
    </button>
  `;
}

export function Menu() {
  const items = listMenu();
  const groups = items.filter((item) => item.pages);
  const openId = opened.value ?? groups.find(holdsCurrent)?.id;
  const group = groups.find(({ id }) => id === openId);
  /** Close the open group, and nothing else: its button has the focus again. */
  function leave(event) {
    if (!group || !isLeaving(event)) return;
    event.preventDefault();
    opened.value = "";
    document.getElementById(`groupe-${group.id}`)?.focus();
  }
  const item = (one) =>
    one.pages
      ? html`<${GroupButton} key=${one.id} group=${one} isOpen=${one === group} />`
      : html`<${PageButton} key=${one.bande ?? one.id} page=${one} />`;
  const below = html`
    <div
      class="sous-onglets" id="sous-onglets" key="sous-onglets" role="group" hidden=${!group}
      aria-label=${group && t(`menu.${group.id}`)}
    >
      ${group?.pages.map((page) => html`<${PageButton} key=${page.bande ?? page.id} page=${page} />`)}
    </div>
  `;
  // One flat list: the button that opens a group keeps the focus.
  const rows = items.flatMap((one) => (one === group ? [item(one), below] : [item(one)]));
  return html`
    <nav class="onglets" aria-label=${t("pages")} data-nombre=${items.length} onKeyDown=${leave}>
      ${group ? rows : [...rows, below]}
    </nav>
  `;
}
