/** Requests that must reach the server one after the other, in the order in which they were made. */

import { signal } from "../preact.js";

/** How many are under way or wait for their turn. */
export const waiting = signal(0);
let last = Promise.resolve();

/** Run work after all that was put here before, whether or not that has failed. */
export function enqueue(work) {
  waiting.value += 1;
  const done = last.then(work).finally(() => {
    waiting.value -= 1;
  });
  last = done.catch(() => {});
  return done;
}
