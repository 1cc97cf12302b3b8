/** A part of the sidebar that folds where the sidebar is the drawer of a phone; beside the map it stands open. */

import { html, signal } from "../preact.js";

const narrow = matchMedia("(max-width: 1000px)"); // as phone.css says
const isNarrow = signal(narrow.matches);
narrow.addEventListener("change", () => {
  isNarrow.value = narrow.matches;
});

/** `isOpen`: whether it is open at first. */
export function DrawerFold({ label, isOpen = false, children }) {
  if (!isNarrow.value) return children;
  return html`<details class="pli-volet" open=${isOpen}><summary>${label}</summary>${children}</details>`;
}
