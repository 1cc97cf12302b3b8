/** The map as a page to print: title, legend, scale, north arrow and date, as PDF. */

import { saveFile } from "../components/download.js";
import { drawLegend, placeLegend } from "../components/legend.js";
import { distance, language, t } from "../i18n.js";
import { getMap } from "./map.js";
import { writePdf } from "./pdf.js";
import { copyMap } from "./picture.js";

// A4, lying, in points; drawn with two pixels a point.
const [WIDTH, HEIGHT, EDGE, UNIT] = [842, 595, 28, 2];
const [HEAD, FOOT] = [52, 48];
const FONT = "system-ui, sans-serif";
const INK = "#17211f";
const METRES_A_PIXEL = 78_271.517; // at the equator, at zoom 0 of MapLibre
const LONGEST_BAR = 120; // points
const ROUND = [1, 2, 5];

/** Return the longest round distance in metres of at most `most`. */
function findRoundDistance(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return Math.max(...ROUND.map((step) => step * power).filter((metres) => metres <= most));
}

/** Draw the bar of the scale; `metres` is how long a point of the page is. */
function drawScale(pen, x, y, metres) {
  const long = findRoundDistance(metres * LONGEST_BAR);
  const width = long / metres;
  pen.fillStyle = INK;
  pen.fillRect(x, y, width / 2, 5);
  pen.strokeStyle = INK;
  pen.strokeRect(x, y, width, 5);
  pen.font = `10px ${FONT}`;
  pen.fillText("0", x, y - 4);
  pen.textAlign = "right";
  pen.fillText(distance(long), x + width, y - 4);
  pen.textAlign = "left";
}

function drawNorth(pen, x, y, bearing) {
  pen.save();
  pen.translate(x, y);
  pen.rotate((-bearing * Math.PI) / 180);
  pen.fillStyle = "#ffffffd9";
  pen.beginPath();
  pen.arc(0, 0, 22, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = INK;
  pen.beginPath();
  pen.moveTo(0, -9);
  pen.lineTo(7, 14);
  pen.lineTo(0, 9);
  pen.lineTo(-7, 14);
  pen.fill();
  pen.font = `600 11px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText("N", 0, -11);
  pen.restore();
}

/** Draw the copy of the map as large as the room above `foot` allows; returns the points of the page for its pixel. */
function drawMap(pen, copy, pixels, foot) {
  const [roomWidth, roomHeight] = [WIDTH - 2 * EDGE, HEIGHT - HEAD - foot];
  const [width, height] = [copy.width / pixels, copy.height / pixels];
  const scale = Math.min(roomWidth / width, roomHeight / height);
  const x = (WIDTH - width * scale) / 2;
  pen.drawImage(copy, x, HEAD, width * scale, height * scale);
  pen.strokeStyle = "#7f8f8a";
  pen.strokeRect(x, HEAD, width * scale, height * scale);
  return { scale, right: x + width * scale };
}

/** Save the map as a PDF of one page, with a title and a legend [{colour, text}]. */
export async function savePage(title, legend, name) {
  const map = getMap();
  const source = map.getCanvas();
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [WIDTH * UNIT, HEIGHT * UNIT];
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  pen.scale(UNIT, UNIT);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  const placed = placeLegend(pen, legend, WIDTH - 2 * EDGE, 11);
  const foot = FOOT + placed.height;
  const copy = await copyMap((WIDTH - 2 * EDGE) / (HEIGHT - HEAD - foot));
  const { scale, right } = drawMap(pen, copy, source.width / source.clientWidth, foot);
  pen.fillStyle = INK;
  pen.font = `600 20px ${FONT}`;
  pen.fillText(title, EDGE, 36, WIDTH - 2 * EDGE);
  drawNorth(pen, right - 34, HEAD + 38, map.getBearing());
  drawLegend(pen, placed, EDGE, HEIGHT - foot + 14, INK);
  const latitude = (map.getCenter().lat * Math.PI) / 180;
  drawScale(pen, EDGE, HEIGHT - 18, (METRES_A_PIXEL * Math.cos(latitude)) / 2 ** map.getZoom() / scale);
  pen.font = `10px ${FONT}`;
  pen.textAlign = "right";
  const day = new Intl.DateTimeFormat(language.value, { dateStyle: "long" }).format(new Date());
  pen.fillText(t("carte.imprimee", { jour: day }), WIDTH - EDGE, HEIGHT - 13);
  const picture = await new Promise((done) => sheet.toBlob(done, "image/jpeg", 0.92));
  saveFile(await writePdf(picture, sheet, [WIDTH, HEIGHT]), name);
}
