/** A button that opens a menu of acts: what is done more seldom than the one beside it. */

import { html, useElement } from "../preact.js";
import { Icon } from "./icon.js";

/** `acts`: [{id, label, isGrave, run}]; `name`: what the button is called where several say the same. */
export function ActMenu({ id, label, acts, name = null }) {
  const menu = useElement();
  if (!acts.length) return null;
  const item = (one) => {
    const start = () => {
      menu.current.hidePopover();
      one.run();
    };
    return html`
      <li key=${one.id}>
        <button type="button" id=${one.id} class=${one.isGrave ? "rouge" : ""} onClick=${start}>${one.label}</button>
      </li>
    `;
  };
  return html`
    <button type="button" class="bouton" id="ouvre-${id}" popovertarget=${id} aria-label=${name}>
      ${label}<${Icon} name="down" />
    </button>
    <div id=${id} class="menu actes" popover="auto" ref=${menu}><ul>${acts.map(item)}</ul></div>
  `;
}
