/** The key that leaves: it closes what is uppermost, and nothing else with it. */

/** Return whether a key press means to leave what listens: not where a menu or a dialog over it takes the key. */
export const isLeaving = (event) =>
  event.key === "Escape" && !event.defaultPrevented && !document.querySelector(":popover-open, dialog[open]");
