/** The map drawn once more for a page: what is seen now fills the page's own shape, sharp enough for paper, by day. */

import { theme } from "../state/theme.js";
import { getMap } from "./map.js";
import { findPadding } from "./padding.js";

const SHARP = 2; // pixels of the picture for a pixel of the map
const WAIT = 8000; // milliseconds for tiles that may never come

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Return the corners of what the panels leave to be seen. */
function findSeen(map) {
  const { top, bottom, left, right } = findPadding();
  return [
    [left, innerHeight - bottom],
    [innerWidth - right, top],
  ].map((point) => map.unproject(point).toArray());
}

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
 * Returns {copy, zoom, latitude, bearing}; the map is as before when it returns.
 */
export async function copyForPage(width, height) {
  const map = getMap();
  const holder = map.getContainer();
  const held = { center: map.getCenter(), zoom: map.getZoom(), bearing: map.getBearing(), pitch: map.getPitch() };
  const [seen, ratio, chosen] = [findSeen(map), map.getPixelRatio(), theme.peek()];
  try {
    theme.value = "clair"; // ink is dark, paper light
    Object.assign(holder.style, { inset: "0 auto auto 0", width: `${width}px`, height: `${height}px` });
    map.setPixelRatio(SHARP);
    map.resize();
    map.fitBounds(seen, { padding: 6, maxZoom: map.getMaxZoom(), bearing: held.bearing, duration: 0 });
    await Promise.race([map.once("idle"), wait(WAIT)]);
    const copy = await copyFrame(map);
    return { copy, zoom: map.getZoom(), latitude: map.getCenter().lat, bearing: held.bearing };
  } finally {
    theme.value = chosen;
    Object.assign(holder.style, { inset: "", width: "", height: "" });
    map.setPixelRatio(ratio);
    map.resize();
    map.jumpTo(held);
  }
}
