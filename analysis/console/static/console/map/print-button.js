/** The button that makes a page of the map, under that of the position. */

import { t } from "../i18n.js";
import { effect } from "../preact.js";
import { addMapButton } from "./button.js";

const PATH = "M7 3h10v5H7zM4 9h16v8h-3v4H7v-4H4zm5 6v4h6v-4z";

/** Put the button in its place. What it does is loaded when it is first pressed. */
export function addPrintButton(map) {
  const print = async () => (await import("./print-map.js")).printMap();
  const button = addMapButton(map, "imprimer-carte", PATH, print);
  effect(() => {
    button.title = button.ariaLabel = t("carte.page");
  });
}
