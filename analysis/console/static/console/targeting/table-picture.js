/** A table as a PNG file. */

import { findColours, makeSheet, saveSheet } from "../components/picture.js";

const MARGIN = 24;
const HEAD = 60;
const ROW = 30;
const FIRST = 240;
const COLUMN = 150;

/** Save a table of texts: `header` and `rows` with a name first and texts after it. */
export function saveTable(header, rows, title, name) {
  const width = 2 * MARGIN + FIRST + COLUMN * (header.length - 1);
  const { sheet, pen } = makeSheet(Math.max(width, 480), HEAD + ROW * (rows.length + 1) + MARGIN, title, 2);
  const { text, grid } = findColours();
  [header, ...rows].forEach((cells, line) => {
    const y = HEAD + line * ROW;
    pen.fillStyle = grid;
    pen.fillRect(MARGIN, y + ROW - 1, width - 2 * MARGIN, 1);
    pen.fillStyle = text;
    pen.font = `${line ? "" : "600 "}14px system-ui, sans-serif`;
    cells.forEach((cell, column) => {
      pen.textAlign = column ? "right" : "left";
      const x = column ? MARGIN + FIRST + COLUMN * column - 8 : MARGIN;
      pen.fillText(String(cell), x, y + 20, column ? COLUMN - 16 : FIRST - 16);
    });
  });
  return saveSheet(sheet, name);
}
