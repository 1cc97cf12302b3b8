/** The button that makes a page of the map, under that of the position. */

import { t } from "../i18n.js";
import { effect } from "../preact.js";

const PATH = "M7 3h10v5H7zM4 9h16v8h-3v4H7v-4H4zm5 6v4h6v-4z";

/** Put the button in its place. What it does is loaded when it is first pressed. */
export function addPrintButton(map) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = "imprimer-carte";
  button.innerHTML = `<svg viewBox="0 0 24 24" class="icone" aria-hidden="true"><path d="${PATH}" /></svg>`;
  button.addEventListener("click", async () => (await import("./print-map.js")).printMap());
  map.getContainer().querySelector(".maplibregl-ctrl-group").append(button);
  effect(() => {
    button.title = button.ariaLabel = t("carte.page");
  });
}
