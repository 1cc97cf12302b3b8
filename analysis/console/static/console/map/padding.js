/** What the panels leave of the map. */

/** Return whether the window is as small as phone.css says. */
export const isPhone = () => matchMedia("(max-width: 1000px)").matches;

export const isMotionReduced = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const has = (selector) => document.querySelector(selector) !== null;

/** Return the room that the sidebar, the card and the results take from the map (pixels). */
export function findPadding() {
  if (isPhone()) return { top: 70, bottom: has(".fiche, .bande") ? innerHeight * 0.5 : 30, left: 20, right: 20 };
  return { top: 30, left: 370, right: has(".fiche") ? 420 : 40, bottom: has(".bande") ? innerHeight * 0.42 : 40 };
}
