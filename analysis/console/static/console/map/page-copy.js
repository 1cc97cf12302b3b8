/** The map drawn once more for a page: what is seen now fills the page's own shape, sharp enough for paper. */

import { theme } from "../state/theme.js";
import { view } from "../state/view.js";
import { findArea } from "./area.js";
import { findLargestGroup } from "./drawn-groups.js";
import { getMap } from "./map.js";
import { findFloor, findPadding } from "./padding.js";
import { writeMissingNames } from "./page-names.js";

const SHARP = 2; // pixels of the picture for a pixel of the map
const WAIT = 8000; // milliseconds for tiles that may never come

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Run `work` by day: ink is dark, paper light. What it draws and its legend have the same colours. */
export async function runByDay(work) {
  const chosen = theme.peek();
  try {
    theme.value = "clair";
    return await work();
  } finally {
    theme.value = chosen;
  }
}

const SLACK = 0.02; // degrees: what was fitted into the room is seen whole

/** Return the corners of what goes on the page: the area of the filters where all of it is in the window, also below
 * the results, else what the panels leave to be seen; and whether it is all of the area. */
async function findExtent(map) {
  const { top, bottom, left, right } = findPadding();
  const corners = (foot) =>
    [
      [left, findFloor() - foot],
      [innerWidth - right, top],
    ].map((point) => map.unproject(point).toArray());
  const area = await findArea(view.peek()).catch(() => null);
  const [southWest, northEast] = corners(0);
  const isInside = (/** @type {number[][]} */ [low, high]) =>
    [0, 1].every((axis) => southWest[axis] <= low[axis] + SLACK && high[axis] <= northEast[axis] + SLACK);
  const isWhole = area !== null && isInside(area);
  return { bounds: isWhole ? area : corners(bottom), isWhole };
}

/** Return what goes on the page, and whether it is all of the filters' area. */
export const findPageExtent = () => findExtent(getMap());

/** Copy what is drawn in the frame in which it is drawn: WebGL keeps no picture afterwards. */
function copyFrame(map) {
  return new Promise((resolve) => {
    map.once("render", () => {
      const source = map.getCanvas();
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [source.width, source.height];
      /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d")).drawImage(source, 0, 0);
      resolve(copy);
    });
    map.triggerRepaint();
  });
}

/**
 * Draw what is seen as `width` by `height` pixels of the map, and copy it.
 * Returns {copy, bounds, largest (group of households), zoom, latitude, bearing}; the map is as before when it returns.
 */
export async function copyForPage(width, height) {
  const map = getMap();
  const holder = map.getContainer();
  const held = { center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() };
  const [{ bounds }, ratio] = [await findPageExtent(), map.getPixelRatio()];
  try {
    Object.assign(holder.style, { inset: "0 auto auto 0", width: `${width}px`, height: `${height}px` });
    map.setPixelRatio(SHARP);
    map.resize();
    map.fitBounds(bounds, { padding: 6, maxZoom: map.getMaxZoom(), bearing: held.bearing, duration: 0 });
    await Promise.race([map.once("idle"), wait(WAIT)]);
    const copy = await copyFrame(map);
    writeMissingNames(map, copy, SHARP);
    const largest = findLargestGroup(map);
    const [zoom, latitude] = [map.getZoom(), map.getCenter().lat];
    return { copy, bounds: map.getBounds().toArray(), largest, zoom, latitude, bearing: held.bearing };
  } finally {
    Object.assign(holder.style, { inset: "", width: "", height: "" });
    map.setPixelRatio(ratio);
    map.resize();
    map.jumpTo(held);
  }
}
