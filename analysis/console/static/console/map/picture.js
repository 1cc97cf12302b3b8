/** A picture of the map with its title and legend, as a file. */

import { saveFile } from "../components/download.js";
import { getMap } from "./map.js";
import { findPadding } from "./padding.js";

/** @returns {CanvasRenderingContext2D} */
const penOf = (canvas) => canvas.getContext("2d");

/** Copy the open part of the map in the frame in which it is drawn: WebGL keeps no picture afterwards. */
export function copyMap() {
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

function drawLegend(pen, legend) {
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
}

/** Save the map as PNG with a title and a legend [{colour, text}] on a white foot. */
export async function savePicture(title, legend, name) {
  const copy = await copyMap();
  const canvas = getMap().getCanvas();
  const unit = canvas.width / canvas.clientWidth;
  const foot = (legend.length ? 84 : 48) * unit;
  const sheet = document.createElement("canvas");
  sheet.width = copy.width;
  sheet.height = copy.height + foot;
  const pen = penOf(sheet);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.drawImage(copy, 0, 0);
  pen.translate(20 * unit, copy.height);
  pen.scale(unit, unit);
  pen.fillStyle = "#17211f";
  pen.font = "600 17px system-ui, sans-serif";
  pen.fillText(title, 0, 30);
  drawLegend(pen, legend);
  saveFile(await new Promise((resolve) => sheet.toBlob(resolve, "image/png")), name);
}
