/** What is seen of the map between the panels, copied at once: printing waits for nothing. */

import { getMap } from "./map.js";
import { findPadding } from "./padding.js";

const SIDE = 24; // pixels that the panels leave free beside them

const [MARGIN, TICK, INK, HALO] = [14, 6, "#17211f", "#ffffff"]; // pixels

/** Draw the scale of the map in the lower left corner, as it stands on the screen; nothing where it is hidden. */
function drawScale(pen, height) {
  const scale = /** @type {HTMLElement | null} */ (document.querySelector(".maplibregl-ctrl-scale"));
  if (!scale?.offsetWidth) return;
  const [left, right, bottom] = [MARGIN, MARGIN + scale.offsetWidth, height - MARGIN];
  const bar = new Path2D(`M${left} ${bottom - TICK}V${bottom}H${right}V${bottom - TICK}`);
  for (const [colour, width] of [
    [HALO, 5],
    [INK, 2],
  ]) {
    [pen.strokeStyle, pen.lineWidth] = [colour, width];
    pen.stroke(bar);
  }
  pen.font = "600 12px system-ui, sans-serif";
  [pen.textAlign, pen.lineJoin, pen.lineWidth] = ["center", "round", 4];
  [pen.strokeStyle, pen.fillStyle] = [HALO, INK];
  for (const write of ["strokeText", "fillText"]) pen[write](scale.textContent, (left + right) / 2, bottom - TICK - 2);
}

/** Return a canvas with what the panels leave to be seen of the map, and its scale; null before there is one. */
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
  pen.scale(ratio, ratio);
  drawScale(pen, height);
  return copy;
}
