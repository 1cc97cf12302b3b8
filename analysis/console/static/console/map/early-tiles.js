/** Asking for the first tiles while the map's own code is still on its way: on a slow line it comes last. */

import * as api from "../server/api.js";
import { onSession } from "../server/session.js";
import { view } from "../state/view.js";
import { findFloor, findPadding } from "./padding.js";
import { makeStyle } from "./style.js";

const TILE = 512; // pixels: the world at zoom 0
const MAX_TILES = 24; // tiles: what a first map needs, not more
/** The answers by their path, until the map takes them. @type {Map<string, Promise<any>>} */
const answers = new Map();
let leaving = new AbortController();

/** Project as the map does: the world as a square from 0 to 1. */
export function project([lng, lat]) {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)];
}

/** Return {zoom, middle} of what is fitted into the room that the panels leave. */
function fitBounds([southWest, northEast], closest) {
  const { top, bottom, left, right } = findPadding();
  const [[west, south], [east, north]] = [project(southWest), project(northEast)];
  const room = [innerWidth - left - right, findFloor() - top - bottom];
  const scale = Math.min(room[0] / (east - west), room[1] / (south - north), TILE * 2 ** closest);
  const shift = [(right - left) / 2 / scale, (bottom - top) / 2 / scale];
  return { zoom: Math.log2(scale / TILE), middle: [(west + east) / 2 + shift[0], (north + south) / 2 + shift[1]] };
}

/** List the numbers of the tiles in sight along one axis. */
function listNumbers(middle, pixels, scale, count) {
  const half = pixels / 2 / scale;
  const [first, last] = [middle - half, middle + half].map((edge) => Math.floor(edge * count));
  const numbers = Array.from({ length: last - first + 1 }, (_, step) => first + step);
  return numbers.filter((one) => one >= 0 && one < count);
}

function listPaths({ zoom, middle }, { tiles, minzoom, maxzoom }) {
  const level = Math.min(Math.floor(zoom), maxzoom);
  if (level < minzoom) return [];
  const [scale, count] = [TILE * 2 ** zoom, 2 ** level];
  const columns = listNumbers(middle[0], innerWidth, scale, count);
  const rows = listNumbers(middle[1], findFloor(), scale, count);
  const fill = (x, y) => tiles[0].replace("{z}", level).replace("{x}", x).replace("{y}", y);
  return columns.flatMap((x) => rows.map((y) => fill(x, y)));
}

/** Ask for the tiles of the first map: over `bounds`, or at `position`, {zoom, center}. */
function requestTiles(bounds, position, closest) {
  const sight = position ? { zoom: position.zoom, middle: project(position.center) } : fitBounds(bounds, closest);
  const sources = Object.values(makeStyle(view.peek(), { dark: false }).sources);
  const urls = sources.filter(({ type }) => type === "vector").flatMap((source) => listPaths(sight, source));
  for (const url of urls.slice(0, MAX_TILES)) {
    const answer = api.getTile(findTilePath(url), leaving.signal);
    answer.catch(() => null); // a failure is told to who takes it
    answers.set(url, answer);
  }
}

/** Ask for the first tiles as soon as it is known where the map will be, unless it is made (`making`) by then. */
export function requestEarlyTiles(making, area, position, closest) {
  let isCreated = false;
  const markCreated = () => {
    isCreated = true; // or cannot be
  };
  making.then(markCreated, markCreated);
  const start = (bounds) => isCreated || requestTiles(bounds, position, closest);
  (position ? Promise.resolve(null) : area).then(start, () => null); // who draws the map tells why it has no area
}

/** Return the API's path of a tile of the map. */
export function findTilePath(url) {
  const [path, query] = url.slice("tabanca://".length).split("?");
  return `/carte/tuiles/${path}.mvt${query ? `?${query}` : ""}`;
}

/** Return the answer to what was asked for early, once; undefined where it was not. */
export function takeEarlyTile(url) {
  const answer = answers.get(url);
  answers.delete(url);
  return answer;
}

/** Forget what the first map did not take: it grows old. */
export function forgetEarlyTiles() {
  leaving.abort();
  leaving = new AbortController();
  answers.clear();
}

onSession(forgetEarlyTiles); // nobody sees what another one asked for
