/** The map's tiles. One that fails stays wanted: it is asked for again by `resumeTiles`, as after a lost connection. */

import { findRule } from "../offline/held-paths.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { buildUrl } from "../server/names.js";
import { findTilePath, takeEarlyTile } from "./early-tiles.js";
import { applyFilters } from "./tile-filters.js";

/** The kind of the last failure: part of the map could not be drawn. The notice over the map takes it back. */
export const tileFailure = signal(/** @type {string | null} */ (null));
const waiting = new Set();
let isLacking = false; // whether a tile was left to those above it
const ABSENT = 404; // the library's word for it
// How often a tile is asked for again at once, and after how long (ms).
const AGAIN = 2;
const PAUSE = 700;

/** Say that a part of the map cannot be drawn. */
export function reportTileFailure(error) {
  tileFailure.value = ["offline", "forbidden"].includes(error.kind) ? error.kind : "tuiles";
}

const waitForResume = (signal) =>
  new Promise((resolve, reject) => {
    waiting.add(resolve);
    const drop = () => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    signal.addEventListener("abort", drop, { once: true });
  });

/** Ask again for the tiles that failed. */
export function resumeTiles() {
  const failed = [...waiting];
  waiting.clear();
  for (const resume of failed) resume(undefined);
  if (isLacking) dispatchEvent(new Event("tabanca:tuiles"));
  isLacking = false;
}

/** Return whether there is no network, and a tile is of a layer that this device may keep: one above it may be here. */
const isReplaceable = (path, { kind }) =>
  kind === "offline" && !navigator.onLine && findRule(buildUrl(path))?.store === "tuiles";

/** Leave a tile to those above it. */
function leaveToOthers() {
  isLacking = true;
  return Object.assign(new Error("absent"), { status: ABSENT });
}

/** Load a tile through `api.js`: a token that has run out is renewed, an unwanted request is dropped.
 *
 * A failure is not handed to the library, which never asks again for a tile that failed; but for one that another may
 * stand in for without a connection: all are asked for again when there is one (`tabanca:tuiles`).
 */
export async function loadTile(request, { signal }) {
  for (let again = 0; ; ) {
    const { url, change } = applyFilters(request.url);
    const path = findTilePath(url);
    try {
      const data = await (takeEarlyTile(url) ?? api.getTile(path, AbortSignal.any([signal, change])));
      if (!change.aborted) return { data };
    } catch (error) {
      if (signal.aborted) throw error;
      if (isAborted(error)) continue; // the filters have changed, or the session in which it was asked for early
      // A connection that is there again does not carry the first requests yet.
      if (error.kind === "offline" && navigator.onLine && again++ < AGAIN) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        continue;
      }
      again = 0;
      reportTileFailure(error);
      if (isReplaceable(path, error)) throw leaveToOthers();
      await waitForResume(signal);
    }
  }
}
