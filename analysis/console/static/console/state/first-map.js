/** Waiting for the first map: on a slow line nothing else may take its place. */

import { signal } from "../preact.js";

const STEP = 400; // ms between two looks
const SETTLED = 5_000; // ms: a page that has begun no map by then covers it

const BEGUN = "carte-commencee";
const DRAWN = "carte";

const has = (name) => performance.getEntriesByName(name).length > 0;

/** Note that the first map is being made. */
export const markBegun = () => performance.mark(BEGUN);

/** Whether the first map stands. */
export const isDrawn = signal(false);

/** Note that the first map stands. */
export function markDrawn() {
  performance.mark(DRAWN);
  isDrawn.value = true;
}

/** Wait until the first map stands: at most so many milliseconds, and hardly at all where the page covers the map. */
export function waitForFirstMap(atMost) {
  const began = Date.now();
  return new Promise((/** @type {(drawn?: null) => void} */ resolve) => {
    const timer = setInterval(() => {
      const waited = Date.now() - began;
      if (!has(DRAWN) && waited < (has(BEGUN) ? atMost : SETTLED)) return;
      clearInterval(timer);
      resolve();
    }, STEP);
  });
}
