/** Pictures of charts with their title, as PNG files. */

import { isDark } from "../state/theme.js";
import { saveFile } from "./download.js";
import { drawLegend, placeLegend } from "./legend.js";

const FONT = "system-ui, sans-serif";
const MARGIN = 24;
const HEAD = 60;

/** The colours of charts, of which a canvas needs the values. */
export const findColours = () =>
  isDark.value
    ? { ground: "#171f22", text: "#e9efed", grid: "#313d40", bars: ["#6fd3bd", "#ff9d94"] }
    : { ground: "#ffffff", text: "#17211f", grid: "#dfe5e2", bars: ["#0b6655", "#c0564f"] };

/** Make a sheet with a title; returns its pen, which measures in CSS pixels. */
export function makeSheet(width, height, title, unit) {
  const sheet = document.createElement("canvas");
  sheet.width = width * unit;
  sheet.height = height * unit;
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  const { ground, text } = findColours();
  pen.scale(unit, unit);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = text;
  pen.font = `600 17px ${FONT}`;
  pen.fillText(title, MARGIN, 36, width - 2 * MARGIN);
  return { sheet, pen };
}

/** Save a sheet as a PNG file. */
export const saveSheet = async (sheet, name) =>
  saveFile(await new Promise((done) => sheet.toBlob(done, "image/png")), name);

/** Save a chart that is drawn on a canvas, under its title and above its legend: [{colour, text}]. */
export function saveCanvas(canvas, title, legend, name) {
  const unit = canvas.width / canvas.clientWidth;
  const { clientWidth, clientHeight } = canvas;
  const measuring = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  const placed = placeLegend(measuring, legend, clientWidth, 14);
  const below = HEAD + clientHeight + 14;
  const { sheet, pen } = makeSheet(clientWidth + 2 * MARGIN, below + placed.height + 10, title, unit);
  pen.drawImage(canvas, MARGIN, HEAD, clientWidth, clientHeight);
  drawLegend(pen, placed, MARGIN, below, findColours().text);
  return saveSheet(sheet, name);
}

/** Save figures in words, one a row: {label, text}. */
export function saveLines(rows, title, name) {
  const { sheet, pen } = makeSheet(640, HEAD + rows.length * 30 + MARGIN, title, 2);
  const { text, grid } = findColours();
  rows.forEach((row, place) => {
    const y = HEAD + place * 30;
    pen.fillStyle = grid;
    pen.fillRect(MARGIN, y + 24, 640 - 2 * MARGIN, 1);
    pen.fillStyle = text;
    pen.font = `14px ${FONT}`;
    pen.fillText(row.label, MARGIN, y + 16, 360);
    pen.font = `600 14px ${FONT}`;
    pen.fillText(row.text, 400, y + 16, 216);
  });
  return saveSheet(sheet, name);
}

/** Save bars that lie, one a row: {label, value, text}. */
export function saveBars(rows, title, name) {
  const most = Math.max(1, ...rows.map((row) => row.value));
  const { sheet, pen } = makeSheet(900, HEAD + rows.length * 32 + MARGIN, title, 2);
  const { text, grid, bars } = findColours();
  pen.font = `14px ${FONT}`;
  rows.forEach((row, place) => {
    const y = HEAD + place * 32;
    pen.fillStyle = text;
    pen.fillText(row.label, MARGIN, y + 16, 230);
    pen.fillText(row.text, 730, y + 16, 146);
    pen.fillStyle = grid;
    pen.fillRect(270, y + 4, 440, 14);
    pen.fillStyle = bars[0];
    pen.fillRect(270, y + 4, (440 * row.value) / most, 14);
  });
  return saveSheet(sheet, name);
}
