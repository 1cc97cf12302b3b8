/** A picture of the map with its title and legend, as a file. */

import { saveFile } from "../components/download.js";
import { drawLegend, placeLegend } from "../components/legend.js";
import { getMap } from "./map.js";
import { findPadding } from "./padding.js";

const EDGE = 20; // pixels
const INK = "#17211f";

/** @returns {CanvasRenderingContext2D} */
const penOf = (canvas) => canvas.getContext("2d");

/** Copy the open part of the map in the frame in which it is drawn: WebGL keeps no picture afterwards. */
function copyMap() {
  const map = getMap();
  return new Promise((resolve) => {
    map.once("render", () => {
      const copy = document.createElement("canvas");
      const source = map.getCanvas();
      const unit = source.width / source.clientWidth;
      const { left, right, bottom } = findPadding();
      copy.width = source.width - (left + right - 40) * unit;
      copy.height = source.height - bottom * unit;
      penOf(copy).drawImage(source, (20 - left) * unit, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
}

/** Save the map as PNG with a title and a legend [{colour, text}] on a white foot. */
export async function savePicture(title, legend, name) {
  const copy = await copyMap();
  const canvas = getMap().getCanvas();
  const unit = canvas.width / canvas.clientWidth;
  const room = copy.width / unit - 2 * EDGE;
  const sheet = document.createElement("canvas");
  const pen = penOf(sheet);
  const placed = placeLegend(pen, legend, room, 14);
  sheet.width = copy.width;
  sheet.height = copy.height + (48 + placed.height) * unit;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(copy, 0, 0);
  pen.translate(EDGE * unit, copy.height);
  pen.scale(unit, unit);
  pen.fillStyle = INK;
  pen.font = "600 17px system-ui, sans-serif";
  pen.fillText(title, 0, 30, room);
  drawLegend(pen, placed, 0, 46, INK);
  saveFile(await new Promise((resolve) => sheet.toBlob(resolve, "image/png")), name);
}
