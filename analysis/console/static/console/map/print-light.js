/** Paper is light: of a dark map the browser prints the ground and the names by day. Printing waits for nothing, and
 * colours that mean something are drawn by workers: these stay, as those of the legend beside them. */

import { isDark } from "../state/theme.js";
import { getMap, show } from "./map.js";

const drawGround = (dark) => {
  if (!isDark.peek()) return;
  show({ dark });
  getMap().redraw();
};

/** Draw the map light whenever the browser prints, and as before afterwards. */
export function followPrints() {
  addEventListener("beforeprint", () => drawGround(false));
  addEventListener("afterprint", () => drawGround(true));
}
