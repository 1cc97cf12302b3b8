/** The map's tiles. One that fails stays wanted: it is asked for again when `resume` is called, as after a lost connection. */

import * as api from "./api.js";

const listeners = new Set();
const waiting = new Set();

/** `listener(error)` when a part of the map cannot be drawn. */
export const onFault = (listener) => listeners.add(listener);
export const tellFault = (error) => listeners.forEach((listener) => listener(error));

const pause = (signal) =>
  new Promise((resolve, reject) => {
    waiting.add(resolve);
    signal.addEventListener("abort", () => (waiting.delete(resolve), reject(signal.reason)), { once: true });
  });

/** Asks again for the tiles that failed. */
export function resume() {
  const failed = [...waiting];
  waiting.clear();
  for (const ask of failed) ask();
}

/** Tiles go through `api.js`: a token that has run out is renewed, an unwanted request is dropped.
 *
 * A failure is not handed to the library, which never asks again for a tile that failed.
 */
export async function tile({ url }, { signal }) {
  const [path, query] = url.slice("tabanca://".length).split("?");
  for (;;) {
    try {
      return { data: await api.tile(`/carte/tuiles/${path}.mvt${query ? `?${query}` : ""}`, signal) };
    } catch (error) {
      if (api.aborted(error) || signal.aborted) throw error;
      tellFault(error);
      await pause(signal);
    }
  }
}
