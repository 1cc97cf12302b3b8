/** Tabs at the head of a page: buttons that say which one is shown. */

import { number, t } from "../i18n.js";
import { html, useElement, useLayoutEffect } from "../preact.js";

const MANY = 5; // more stand in one row that scrolls sideways where the screen is narrow

/** Mark the row while there is more of it at its end: its edge fades. */
const markEnd = (row) => row.toggleAttribute("data-suite", row.scrollLeft + row.clientWidth < row.scrollWidth - 2);

/** Show the chosen tab of a row that scrolls, and whether there is more. */
function useRow(chosen) {
  const row = useElement();
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const tab = element.querySelector("[aria-pressed=true]");
    if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.clientWidth) / 2;
    const watch = new ResizeObserver(() => markEnd(element));
    watch.observe(element);
    return () => watch.disconnect();
  }, [chosen]);
  return row;
}

/** `tabs`: [id, label, count or nothing] each; `onChoose(id)` when another one is pressed. */
export function Tabs({ tabs, chosen, onChoose }) {
  const row = useRow(chosen);
  if (tabs.length < 2) return null;
  const button = ([id, label, count = null]) => html`
    <button
      type="button" class="choix" id="volet-${id}" key=${id} aria-pressed=${id === chosen} onClick=${() => onChoose(id)}
    >
      ${label}${count !== null && html` <b>${number(count)}</b>`}
    </button>
  `;
  return html`
    <div
      class=${tabs.length > MANY ? "volets nombreux" : "volets"} role="group" aria-label=${t("onglets")}
      ref=${row} onScroll=${(event) => markEnd(event.currentTarget)}
    >
      ${tabs.map(button)}
    </div>
  `;
}
