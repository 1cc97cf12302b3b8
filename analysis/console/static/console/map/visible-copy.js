/** What is seen of the map between the panels, copied at once: printing waits for nothing. */

import { getMap } from "./map.js";
import { findPadding } from "./padding.js";

const SIDE = 24; // pixels that the panels leave free beside them

/** Return a canvas with what the panels leave to be seen of the map; null before there is one. */
export function copyVisible() {
  const map = getMap();
  if (!map) return null;
  const source = map.getCanvas();
  const ratio = source.width / source.clientWidth;
  const { left, bottom } = findPadding();
  const from = Math.max(0, left - SIDE);
  const width = source.clientWidth - from;
  const height = Math.min(source.clientHeight - bottom + SIDE, source.clientHeight);
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [width * ratio, height * ratio];
  map.redraw(); // WebGL keeps its picture until this task ends, and no longer
  const pen = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
  pen.drawImage(source, from * ratio, 0, copy.width, copy.height, 0, 0, copy.width, copy.height);
  return copy;
}
