/** The legend of a picture or a page: boxes of colour and symbols with their texts, in as many lines as they need. */

import { colours, findSymbolColours } from "../map/palette.js";
import { drawHatching, findShapes } from "../map/symbols.js";

const LINE = 1.7; // heights of the letters
const [BOX, SPACE, BETWEEN] = [1.5, 0.4, 1.2]; // widths in heights of the letters

/**
 * Place the entries [{colour, text}] in lines of `width`; `edge`: the colour of a box's edge, where it has its own, of
 * `width`; `isRound`: a disc in place of the box; `isHatched`: lines in place of a colour; `symbol`: that of a layer;
 * `lines`: the colours of lines, one above the other; `isName`: a text alone, which names those that follow.
 * Returns {entries: [{colour, text, x, y}], height}.
 * `size` is the height of the letters; all lengths are those of the pen.
 */
export function placeLegend(pen, legend, width, size) {
  pen.font = `${size}px system-ui, sans-serif`;
  let [x, line] = [0, 0];
  const entries = legend.map((entry) => {
    const wide = (entry.isName ? 0 : BOX + SPACE) * size + pen.measureText(entry.text).width;
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const placed = { ...entry, x, y: line * LINE * size };
    x += wide + BETWEEN * size;
    return placed;
  });
  return { entries, height: legend.length ? (line + 1) * LINE * size : 0, size };
}

function drawBox(pen, { colour, edge = "#7f8f8a", width = 1, isRound, isHatched }, size) {
  pen.strokeStyle = edge;
  pen.lineWidth = width;
  // Sharp on paper: a pattern is drawn pixel by pixel.
  pen.fillStyle = isHatched ? pen.createPattern(drawHatching(colours(false), 1), "repeat") : colour;
  pen.beginPath();
  if (isRound) pen.arc((BOX * size) / 2, size * 0.55, size * 0.55 - (width - 1) / 2, 0, 2 * Math.PI);
  else pen.rect(0, 0, BOX * size, size * 1.1);
  pen.fill();
  pen.stroke();
}

const SYMBOL = 24; // the side of the symbols' shapes

function drawSymbol(pen, { symbol }, size) {
  const { outline, sign } = findShapes(symbol);
  const scale = (1.4 * size) / SYMBOL;
  pen.translate(0, -0.15 * size);
  pen.scale(scale, scale);
  const inks = findSymbolColours(symbol);
  pen.fillStyle = inks.fill;
  pen.fill(new Path2D(outline));
  pen.fillStyle = inks.sign;
  pen.fill(new Path2D(sign));
}

function drawLines(pen, { lines }, size) {
  pen.lineWidth = size * 0.18;
  for (const [place, colour] of lines.entries()) {
    const y = ((place + 1) * size * 1.1) / (lines.length + 1);
    pen.strokeStyle = colour;
    pen.beginPath();
    pen.moveTo(0, y);
    pen.lineTo(BOX * size, y);
    pen.stroke();
  }
}

/** Draw a placed legend with its upper left corner at a point. */
export function drawLegend(pen, { entries, size }, left, top, ink) {
  pen.font = `${size}px system-ui, sans-serif`;
  pen.textAlign = "left";
  for (const entry of entries) {
    pen.save();
    pen.translate(left + entry.x, top + entry.y);
    if (entry.symbol) drawSymbol(pen, entry, size);
    else if (entry.lines) drawLines(pen, entry, size);
    else if (!entry.isName) drawBox(pen, entry, size);
    pen.restore();
    pen.fillStyle = ink;
    const aside = entry.isName ? 0 : (BOX + SPACE) * size;
    pen.fillText(entry.text, left + entry.x + aside, top + entry.y + size * 0.95);
  }
}
