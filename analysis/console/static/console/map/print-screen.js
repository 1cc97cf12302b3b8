/** What the browser prints of the map. Printing waits for nothing: all of it is done at once.
 *
 * Paper is light: of a dark map it prints the ground and the names by day, also within the rings. Colours that mean
 * something are drawn by workers: these stay, as those of the legend beside them. WebGL keeps no picture to print: a
 * copy takes its place.
 */

import { isDark } from "../state/theme.js";
import { redrawCategories } from "./category-rings.js";
import { getMap, show } from "./map.js";
import { copyVisible } from "./visible-copy.js";

const drawGround = (dark) => {
  if (!isDark.peek()) return;
  redrawCategories(getMap(), !dark);
  show({ dark });
  getMap().redraw();
};

/** @type {HTMLCanvasElement | null} */
let copy = null;

function placeCopy() {
  copy?.remove();
  copy = copyVisible();
  if (!copy) return;
  copy.className = "carte-copiee";
  getMap().getContainer().after(copy);
}

/** Print the map as it is seen, in light colours, and leave it as before afterwards. */
export function followPrints() {
  addEventListener("beforeprint", () => {
    drawGround(false);
    placeCopy();
  });
  addEventListener("afterprint", () => {
    copy?.remove();
    copy = null;
    drawGround(true);
  });
}
