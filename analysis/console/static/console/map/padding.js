/** What the panels leave of the map. */

/** Return whether the window is as small as phone.css says. */
export const isPhone = () => matchMedia("(max-width: 1000px)").matches;

export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const has = (selector) => document.querySelector(selector) !== null;

/** Return where the map ends below, in pixels: on a phone the pages used most stand below it. */
export const findFloor = () => document.querySelector(".scene")?.getBoundingClientRect().bottom || innerHeight;

const MOST = 0.7; // of the map: one that is covered has no room to fit anything into

/** Return how much of the map is covered from below, in pixels, by what `selector` names. */
function findCover(selector) {
  const floor = findFloor();
  const heights = [...document.querySelectorAll(selector)].map((one) => floor - one.getBoundingClientRect().top);
  return Math.min(Math.max(0, ...heights), floor * MOST);
}

const COLOURED = ".bande :is(.niveau, .grille, .deux-regions)"; // a strip whose areas are looked at beside the legend
const LEGEND = 46; // pixels: their legend over the strip, on a phone
const LEGEND_SIDE = 330; // pixels: beside the buttons of the map, elsewhere

/** Return the room that the sidebar, the card and the results take from the map (pixels). */
export function findPadding() {
  if (isPhone()) {
    const legend = has(COLOURED) ? LEGEND : 0;
    const cover = findCover(".fiche, .bande") + legend + 16;
    return { top: 70, bottom: Math.min(cover, findFloor() - 180) + 14, left: 8, right: 8 };
  }
  const side = has(COLOURED) ? LEGEND_SIDE : 40;
  return { top: 30, left: 370, right: has(".fiche") ? 420 : side, bottom: findCover(".bande") + 40 };
}
