/** Downloads: a picture of the map with its title and legend, a table as CSV, a file of the API. */

import { h } from "./dom.js";
import { instance } from "./map.js";
import { padding } from "./room.js";

/** Hands a blob to the browser as a file. */
export function save(blob, name) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Quotes a cell; a text that a spreadsheet would run as a formula gets an apostrophe, a phone number does not. */
function cell(value) {
  if (value === null || value === undefined) return "";
  const text = String(value);
  const formula = typeof value === "string" && /^[=@\t\r]|^[+-](?!\d+$)/.test(text);
  return `"${(formula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Rows (lists) as a CSV file that French and Portuguese spreadsheets open: semicolons and a byte-order mark. */
export function saveCsv(header, rows, name) {
  const text = [header, ...rows].map((row) => row.map(cell).join(";")).join("\r\n");
  save(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv;charset=utf-8" }), name);
}

/** The open part of the map as drawn now, copied in the frame in which it is drawn (WebGL keeps no picture afterwards). */
function picture() {
  const map = instance();
  return new Promise((resolve) => {
    map.once("render", () => {
      const copy = document.createElement("canvas");
      const source = map.getCanvas();
      const unit = source.width / source.clientWidth;
      const { left, right, bottom } = padding();
      copy.width = source.width - (left + right - 40) * unit;
      copy.height = source.height - bottom * unit;
      copy.getContext("2d").drawImage(source, (20 - left) * unit, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
}

/** Saves the map as PNG with a title and a legend [{colour, text}] on a white foot. */
export async function savePicture(title, legend, name) {
  const drawn = await picture();
  const canvas = instance().getCanvas();
  const unit = canvas.width / canvas.clientWidth;
  const foot = (legend.length ? 84 : 48) * unit;
  const sheet = document.createElement("canvas");
  sheet.width = drawn.width;
  sheet.height = drawn.height + foot;
  const pen = sheet.getContext("2d");
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(drawn, 0, 0);
  pen.translate(20 * unit, drawn.height);
  pen.scale(unit, unit);
  pen.fillStyle = "#17211f";
  pen.font = "600 17px system-ui, sans-serif";
  pen.fillText(title, 0, 30);
  pen.font = "14px system-ui, sans-serif";
  let x = 0;
  for (const { colour, text } of legend) {
    pen.fillStyle = colour;
    pen.fillRect(x, 48, 22, 16);
    pen.strokeStyle = "#7f8f8a";
    pen.strokeRect(x, 48, 22, 16);
    pen.fillStyle = "#17211f";
    pen.fillText(text, x + 28, 61);
    x += 52 + pen.measureText(text).width;
  }
  save(await new Promise((resolve) => sheet.toBlob(resolve, "image/png")), name);
}
