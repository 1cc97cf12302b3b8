/** Waiting for the first map: on a slow line nothing else may take its place. */

const STEP = 400; // ms between two looks

/** The name of the mark that says that the first map stands. */
export const FIRST_MAP = "carte";

const isDrawn = () => performance.getEntriesByName(FIRST_MAP).length > 0;

/** Wait until the first map stands, or so many milliseconds: where none can be drawn, or nobody signs in. */
export function waitForFirstMap(atMost) {
  const began = Date.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!isDrawn() && Date.now() - began < atMost) return;
      clearInterval(timer);
      resolve();
    }, STEP);
  });
}
