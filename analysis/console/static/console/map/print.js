/** The map as a page to print: title, legend, scale, north arrow and date; seen before it is saved as PDF. */

import { saveFile } from "../components/download.js";
import { ask } from "../components/forms.js";
import { drawLegend, placeLegend } from "../components/legend.js";
import { distance, formatDay, t } from "../i18n.js";
import { html } from "../preact.js";
import { currentUser } from "../server/session.js";
import { copyForPage, runByDay } from "./page-copy.js";
import { hasPageSizes, listPageLegend } from "./page-legend.js";
import { writePdf } from "./pdf.js";
import { drawHead, HEAD, layHead } from "./print-head.js";
import { drawLocator, findLocatorWidth } from "./print-locator.js";
import { drawSizes, findSizesHeight, SIZES_WIDTH } from "./print-sizes.js";

// In points, the longer side first.
const PAPERS = { a4: [842, 595], a3: [1191, 842] };
const EDGE = 28;
const FOOT = 62;
const PIXELS = 2600; // of the longer side: some 220 a inch on A4
const MAP_PIXELS = 1.3; // of the map for a point of the page: its names are read on paper
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

/** Draw what tells where and when: scale, north, who made it and on which day. */
function drawFoot(pen, [width, height], drawn, scale, source) {
  const latitude = (drawn.latitude * Math.PI) / 180;
  drawScale(pen, EDGE + 34, height - 18, (METRES_A_PIXEL * Math.cos(latitude)) / 2 ** drawn.zoom / scale);
  drawNorth(pen, EDGE + 10, height - 24, drawn.bearing);
  pen.font = `10px ${FONT}`;
  pen.textAlign = "right";
  pen.fillText(source, width - EDGE, height - 13);
}

/** Say where the map comes from, who made it, and when. */
function describeSource() {
  const { prenom, nom } = currentUser();
  const source = t("carte.imprimee", { jour: formatDay(new Date()) });
  return [[prenom, nom].filter(Boolean).join(" "), source].filter(Boolean).join(" · ");
}

/** List the words of a page as lines of a PDF: title, note, legend, source. */
const listLines = (head, placed, [top, width, height], source) =>
  [
    ...head.map(({ text, y, size }) => ({ text, x: EDGE, y, size })),
    ...placed.entries.map(({ text, x, y }) => ({ text, x: EDGE + x, y: top + y + placed.size, size: placed.size })),
    { text: source, x: width - EDGE - source.length * 5, y: height - 13, size: 10 },
  ].filter(({ text }) => text);

/** Make a white sheet with a pen that counts in points. */
function makeSheet([width, height]) {
  const unit = PIXELS / Math.max(width, height);
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [Math.round(width * unit), Math.round(height * unit)];
  const pen = /** @type {CanvasRenderingContext2D} */ (sheet.getContext("2d"));
  pen.scale(unit, unit);
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, width, height);
  return { sheet, pen };
}

/** Draw the sheet; `hasSizes`: whether it has the key of circles, which is known for sure when its map is drawn. */
async function drawSheet(title, options, hasSizes = hasPageSizes(), isFirst = true) {
  const { note, paper, isUpright, describeFrame } = options;
  const size = isUpright ? [...PAPERS[paper]].reverse() : PAPERS[paper];
  const [width, height] = size;
  const { sheet, pen } = makeSheet(size);
  const room = width - 2 * EDGE;
  const placed = placeLegend(pen, listPageLegend(), room - (hasSizes ? SIZES_WIDTH : 0), 11);
  const foot = FOOT + Math.max(placed.height, hasSizes ? findSizesHeight() - 14 : 0);
  const high = height - HEAD - foot;
  const scale = 1 / MAP_PIXELS;
  const drawn = await copyForPage(Math.round(room / scale), Math.round(high / scale));
  if (isFirst && hasSizes !== drawn.largest > 1) return drawSheet(title, options, !hasSizes, false);
  pen.drawImage(drawn.copy, EDGE, HEAD, room, high);
  pen.strokeStyle = "#7f8f8a";
  pen.strokeRect(EDGE, HEAD, room, high);
  const all = [note, await describeFrame(drawn.bounds)].filter(Boolean).join(" · ");
  const head = layHead(pen, title, all, room - findLocatorWidth(drawn.bounds));
  drawHead(pen, head, EDGE, INK);
  await drawLocator(pen, width - EDGE, drawn.bounds);
  drawLegend(pen, placed, EDGE, height - foot + 14, INK);
  if (hasSizes) drawSizes(pen, [width - EDGE - SIZES_WIDTH, height - foot + 10], drawn, scale);
  const source = describeSource();
  drawFoot(pen, size, drawn, scale, source);
  return { sheet, size, title, lines: listLines(head, placed, [height - foot + 14, width, height], source) };
}

/**
 * Draw the map as a page, with a title and the legend of what is drawn: by day, for ink is dark and paper light.
 * `describeFrame(bounds)` says what is to be known of the part of the country that goes on the page.
 * @param {string} title
 * @param {{note?: string, paper?: string, isUpright?: boolean, describeFrame?: (bounds: number[][]) => any}} options
 */
export const drawPage = (title, { note = "", paper = "a4", isUpright = false, describeFrame = () => "" } = {}) =>
  runByDay(() => drawSheet(title, { note, paper, isUpright, describeFrame }));

/** Save the map as a picture: the page as it is printed, with all of the area. */
export async function savePicture(title, name, options = {}) {
  const { sheet } = await drawPage(title, options);
  saveFile(await new Promise((done) => sheet.toBlob(done, "image/png")), name);
}

async function savePage({ sheet, size, lines }, name) {
  const picture = await new Promise((done) => sheet.toBlob(done, "image/jpeg", 0.92));
  saveFile(await writePdf(picture, sheet, size, lines), name);
}

/** Show a page that was drawn, and save it as a PDF of one page if that is wanted. */
export function offerPage(page, name) {
  const { sheet, title } = page;
  sheet.setAttribute("role", "img");
  sheet.setAttribute("aria-label", title);
  return ask({
    title: t("carte.page.apercu"),
    label: t("carte.page.faire"),
    parts: html`<div class="apercu-page" ref=${(place) => place?.replaceChildren(sheet)}></div>`,
    send: () => savePage(page, name),
  });
}
