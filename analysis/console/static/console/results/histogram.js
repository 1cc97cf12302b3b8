/** Small histograms beside one another, one a series, with the same classes and the same scale: drawn on a canvas, for
 * the screen and for a picture.
 */

import { findColours } from "../components/picture.js";
import { percent } from "../i18n.js";

const FONT = "13px system-ui, sans-serif";
const TITLE = "600 12px system-ui, sans-serif";
const [ROW, HEAD, FOOT] = [19, 26, 10]; // pixels: of a class, above the classes, and below
const BAR = 12; // pixels: the height of a bar
const [NAMES, GAP, VALUE] = [104, 22, 46]; // pixels: of the names of classes, between panels, and of a share in words
const NARROWEST = 150; // pixels of a panel: of narrower ones fewer stand in a row

/** Return how the panels stand: {columns, wide, high} of each, and how high all are together. */
function arrange(width, count, classes) {
  const room = width - NAMES;
  const columns = Math.max(1, Math.min(count, Math.floor((room + GAP) / (NARROWEST + GAP))));
  const high = HEAD + classes * ROW + FOOT;
  return { columns, wide: (room - GAP * (columns - 1)) / columns, high, total: high * Math.ceil(count / columns) };
}

/** Write a text, shortened to what a width holds. */
function writeWithin(pen, text, x, y, width) {
  let short = text;
  while (short.length > 1 && pen.measureText(short).width > width) short = `${short.slice(0, -2).trimEnd()}…`;
  pen.fillText(short, x, y);
}

/** Name the classes, once a row of panels. */
function nameClasses(pen, labels, top, colours) {
  pen.font = FONT;
  pen.textAlign = "right";
  pen.fillStyle = colours.text;
  for (const [place, label] of labels.entries()) pen.fillText(label, NAMES - 10, top + HEAD + place * ROW + BAR);
  pen.textAlign = "left";
}

function drawPanel(pen, { colour, text, shares }, [left, top, wide], most, colours) {
  pen.fillStyle = colours.text;
  pen.font = TITLE;
  writeWithin(pen, text, left, top + 14, wide);
  pen.font = FONT;
  shares.forEach((share, place) => {
    const y = top + HEAD + place * ROW;
    const long = ((wide - VALUE) * share) / most;
    pen.fillStyle = colours.grid;
    pen.fillRect(left, y + 2, 1, BAR);
    pen.fillStyle = colour;
    if (share > 0) pen.fillRect(left, y + 2, Math.max(1, long), BAR);
    pen.fillStyle = colours.text;
    pen.fillText(percent(share), left + long + 6, y + BAR);
  });
}

/**
 * Draw `series` [{colour, text, shares}] over classes with `labels` on a canvas as wide as it is shown, and as high as
 * they need; `unit` is its pixels for one of CSS.
 */
export function drawHistogram(canvas, labels, series, unit = devicePixelRatio) {
  const width = canvas.clientWidth;
  const { columns, wide, high, total } = arrange(width, series.length, labels.length);
  canvas.style.height = `${total}px`;
  canvas.width = width * unit;
  canvas.height = total * unit;
  const pen = canvas.getContext("2d");
  const colours = findColours();
  pen.scale(unit, unit);
  const most = Math.max(0.01, ...series.flatMap(({ shares }) => shares));
  series.forEach((one, place) => {
    const top = Math.floor(place / columns) * high;
    if (place % columns === 0) nameClasses(pen, labels, top, colours);
    drawPanel(pen, one, [NAMES + (place % columns) * (wide + GAP), top, wide], most, colours);
  });
}
