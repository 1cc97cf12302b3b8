/** The bar at the foot of a phone: the pages that a role works with most, one touch away. The menu has them all. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { isCurrent, open } from "./menu.js";
import { listFirstPages } from "./menu-groups.js";

const BarButton = ({ page }) => html`
  <button type="button" aria-current=${isCurrent(page) ? "page" : null} onClick=${() => open(page)}>
    <${Icon} name=${page.icon} /><span>${t(`page.${page.id}`)}</span>
  </button>
`;

export function PhoneBar() {
  const pages = listFirstPages();
  if (pages.length < 2) return null;
  return html`
    <nav class="barre-pages" aria-label=${t("pages.premieres")}>
      ${pages.map((page) => html`<${BarButton} key=${page.id} page=${page} />`)}
    </nav>
  `;
}
