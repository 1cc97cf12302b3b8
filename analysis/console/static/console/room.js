/** What the panels leave of the map. */

import { isPhone } from "./dom.js";

/** Room that the rail, the card and the strip take from the map (pixels). */
export function padding() {
  if (isPhone()) return { top: 70, bottom: document.querySelector(".fiche, .bande") ? innerHeight * 0.5 : 30, left: 20, right: 20 };
  return { top: 30, left: 370, right: document.querySelector(".fiche") ? 420 : 40, bottom: document.querySelector(".bande") ? innerHeight * 0.42 : 40 };
}
