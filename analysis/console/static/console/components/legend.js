/** The legend of a picture or a page: boxes of colour with their texts, in as many lines as they need. */

const LINE = 1.7; // heights of the letters
const [BOX, SPACE, BETWEEN] = [1.5, 0.4, 1.2]; // widths in heights of the letters

/**
 * Place the entries [{colour, text}] in lines of `width`; `edge`: the colour of a box's edge, where it has its own;
 * `isRound`: a disc in place of the box.
 * Returns {entries: [{colour, text, x, y}], height}.
 * `size` is the height of the letters; all lengths are those of the pen.
 */
export function placeLegend(pen, legend, width, size) {
  pen.font = `${size}px system-ui, sans-serif`;
  let [x, line] = [0, 0];
  const entries = legend.map((entry) => {
    const wide = (BOX + SPACE) * size + pen.measureText(entry.text).width;
    if (x > 0 && x + wide > width) [x, line] = [0, line + 1];
    const placed = { ...entry, x, y: line * LINE * size };
    x += wide + BETWEEN * size;
    return placed;
  });
  return { entries, height: legend.length ? (line + 1) * LINE * size : 0, size };
}

/** Draw a placed legend with its upper left corner at a point. */
export function drawLegend(pen, { entries, size }, left, top, ink) {
  pen.font = `${size}px system-ui, sans-serif`;
  pen.textAlign = "left";
  for (const { colour, edge = "#7f8f8a", text, x, y, isRound = false } of entries) {
    pen.strokeStyle = edge;
    pen.fillStyle = colour;
    pen.beginPath();
    if (isRound) pen.arc(left + x + (BOX * size) / 2, top + y + size * 0.55, size * 0.55, 0, 2 * Math.PI);
    else pen.rect(left + x, top + y, BOX * size, size * 1.1);
    pen.fill();
    pen.stroke();
    pen.fillStyle = ink;
    pen.fillText(text, left + x + (BOX + SPACE) * size, top + y + size * 0.95);
  }
}
