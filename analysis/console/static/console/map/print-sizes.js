/** How many households a circle stands for, on a page: circles as large as they are on its map, and the words that
 * the screen has with them. */

import { number, t } from "../i18n.js";
import { findLeastNumbered } from "./drawn-groups.js";
import { readShare } from "./size-share.js";
import { findRadius, listSizes } from "./sizes.js";

const [LINE, LETTERS] = [12, 10]; // points
export const SIZES_WIDTH = 150;
const TALLEST = 30; // points: the radius of a circle that stands for many, near by

/** Return the height in points that the circles may take with their words. */
export const findSizesHeight = () => 3 * LINE + 2 * TALLEST;

/** Draw them with their upper left corner at a point; `scale`: points of the page for a pixel of the map. Nothing is
 * drawn where no circle of the map groups households. */
export function drawSizes(pen, [left, top], { zoom, largest }, scale) {
  const share = readShare();
  const counts = listSizes(largest, zoom, share);
  if (!counts.length) return;
  const radii = counts.map((count) => Math.min(findRadius(zoom, count, share) * scale, TALLEST));
  const [widest] = radii;
  const bottom = top + LINE + Math.max(2 * widest, counts.length * LINE);
  pen.font = `${LETTERS}px system-ui, sans-serif`;
  pen.textAlign = "left";
  pen.fillStyle = "#17211f";
  pen.strokeStyle = "#17211f";
  pen.fillText(t("carte.tailles"), left, top + LETTERS);
  radii.forEach((radius, place) => {
    pen.beginPath();
    pen.arc(left + widest + 1, bottom - radius, radius, 0, 2 * Math.PI);
    pen.stroke();
    const line = top + LINE + (place + 0.9) * LINE;
    pen.beginPath();
    // Of several the top, of a single one its side.
    if (counts.length > 1) pen.moveTo(left + widest + 1, bottom - 2 * radius);
    else pen.moveTo(left + 2 * widest + 1, bottom - radius);
    pen.lineTo(left + 2 * widest + 9, line - LETTERS / 3);
    pen.stroke();
    pen.fillText(number(counts[place]), left + 2 * widest + 12, line);
  });
  const least = findLeastNumbered(zoom);
  const words = [t("carte.tailles.anneau")];
  if (least !== null) words.push(t("carte.tailles.sans", { nombre: number(least) }));
  for (const [line, text] of words.entries()) pen.fillText(text, left, bottom + (line + 1) * LINE);
}
