/** The map: drawn from the state, moved by the user; a click opens a card. */

import { language } from "../i18n.js";
import { effect, signal } from "../preact.js";
import * as places from "../server/places.js";
import { markDrawn } from "../state/first-map.js";
import { isDark } from "../state/theme.js";
import { FILTERS, hasChanged, onViewChange, setView, view } from "../state/view.js";
import { watchGroups } from "./drawn-groups.js";
import { forgetEarlyTiles, requestEarlyTiles } from "./early-tiles.js";
import { findFeature, isCrowded, nameCard } from "./features.js";
import { listLand } from "./ground.js";
import { watchPointer } from "./hover.js";
import { placeRegionNames } from "./layers-names.js";
import { placeLabels } from "./line-labels.js";
import { addLocateButton } from "./locate.js";
import { findFloor, findPadding, isMotionReduced } from "./padding.js";
import { formatPosition, parsePosition } from "./position.js";
import { labelControls, prepareMap, uncoverMap } from "./prepare.js";
import { findSurroundings, makeSelected, sortEnds } from "./selected.js";
import { loadShare, readShare } from "./size-share.js";
import { makeStyle } from "./style.js";
import { drawStyle, listTiled, runApart, swapTiles } from "./swap-tiles.js";

export const HOUSEHOLDS_APART = 14; // from this zoom on, tiles hold single households
const CLOSEST = 13; // no area is shown nearer than this
const NEAR = 14.5; // where a card's place is seen with what is around it
/** What is drawn beside the state. @type {Record<string, any>} */
const extra = { dark: false, labels: null, selection: null, zones: null, answer: null, position: null, held: null };
/** The map once it draws the state. @type {any} */
let map = null;
let near = NEAR; // how near to go to the open card's place
/** The open card's place, and the services that lines lead to. @type {{centre: any, ends: any[]}} */
let chosen = { centre: null, ends: [] };

export const getMap = () => map;
/** How near the map is; null before it is drawn. */
export const zoomLevel = signal(/** @type {number | null} */ (null));

const storeZoom = () => {
  zoomLevel.value = map.getZoom();
};

/** Draw the state in `holder`, over `area` where the address tells no position. Rejects when no map can be made. */
export async function startMap(holder, area) {
  const making = prepareMap(holder);
  const position = parsePosition(view.peek().carte);
  requestEarlyTiles(making, area, position, CLOSEST);
  const [created, bounds] = await Promise.all([making, area]);
  extra.dark = isDark.peek();
  if (position) created.jumpTo(position);
  else created.fitBounds(bounds, { padding: findPadding(), maxZoom: CLOSEST, duration: 0 });
  map = created;
  loadShare();
  map.on("moveend", storePosition);
  map.on("moveend", () => chosen.ends.length && drawSelection());
  map.on("zoomend", storeZoom);
  map.on("click", openFeature);
  watchPointer(map);
  watchGroups(map);
  addLocateButton(map, showPosition);
  effect(() => labelControls(map));
  draw();
  uncoverMap(map, holder);
  storeZoom();
  reveal();
  showLabels();
  await map.once("idle");
  forgetEarlyTiles();
  markDrawn();
}

/** Show names. Where they cannot be read the map has none, and the filters say that areas cannot be read. */
async function showLabels() {
  const [labels, outlines] = await Promise.all([places.listLabels(), listLand().catch(() => [])]).catch(() => []);
  if (labels) show(placeRegionNames(outlines, labels));
}

/** Show where the device is; it stands nowhere else. */
function showPosition(position, center) {
  show({ position });
  moveTo({ center, zoom: Math.max(NEAR, map.getZoom()) });
}

const storePosition = () => setView({ carte: formatPosition(map) }, { replace: true });

const drawNow = () => drawStyle(map, makeStyle(view.peek(), extra));

/** Draw the present state. */
const draw = () => runApart(drawNow);

/** Change what is drawn beside the state: labels, selection, zones of coverage, the answer of the assistant. */
export function show(patch) {
  Object.assign(extra, patch);
  if (map) draw();
}

/** Ask for the tiles again: those in memory are of before an import, or some were lacking without a connection. */
const reloadNow = () => swapTiles(map, listTiled(map, map.getStyle()));

const reloadTiles = () => map && runApart(reloadNow);

/** Open a card from beside the map and go to its place, also of one that is open and was moved away from; the back
 * button comes back to where the map was. */
export function visit(fiche, patch = {}) {
  if (map && !view.peek().carte) storePosition();
  const wasOpen = view.peek().fiche === fiche;
  setView({ ...patch, fiche, carte: null });
  if (wasOpen) reveal();
}

/** Open the card of what was clicked: it is in sight, the map stays where it is. A group is looked into, and so are
 * services that hide one another. */
function openFeature({ point, lngLat }) {
  const feature = findFeature(map, point);
  if (!feature) return;
  const isGroup = feature.properties.nombre !== undefined;
  const zoom = map.getZoom();
  if (zoom < HOUSEHOLDS_APART && isCrowded(map, point)) moveTo({ center: lngLat, zoom: zoom + 2 });
  else if (isGroup) moveTo({ center: feature.geometry.coordinates, zoom: Math.min(HOUSEHOLDS_APART, zoom + 2) });
  else setView({ fiche: nameCard(feature), carte: formatPosition(map) });
}

/** Move smoothly, or at once for who asked for less motion. */
export function moveTo(options) {
  const { top, bottom, left, right } = findPadding();
  // An offset and not easeTo's padding, which would stay with the map and add to that of the next fitBounds.
  const offset = [(left - right) / 2, (top - bottom) / 2];
  map?.easeTo({ offset, duration: isMotionReduced() ? 0 : 500, ...options });
}

/** Show bounds in the room that the panels leave; on paper they leave none, and the map stays. */
export function fit(bounds, maxZoom = CLOSEST) {
  const duration = isMotionReduced() ? 0 : 600;
  if (bounds && !matchMedia("print").matches) map?.fitBounds(bounds, { padding: findPadding(), maxZoom, duration });
}

/** Go to the place of the open card where the address tells no position; else only bring it into sight when it lies
 * off the map, or under a panel. */
function reveal() {
  const place = extra.selection?.features[0];
  if (!map || !place) return;
  const center = place.geometry.coordinates;
  if (!view.peek().carte) {
    const surroundings = findSurroundings(extra.selection);
    if (surroundings) fit(surroundings, near);
    else moveTo({ center, zoom: Math.max(near, map.getZoom()) });
    return;
  }
  const { x, y } = map.project(center);
  const { top, bottom, left, right } = findPadding();
  if (x < left || y < top || x > innerWidth - right || y > findFloor() - bottom) moveTo({ center });
}

/** Ring the place of an open card, with lines to `ends` ({at: [lng, lat], kind, far: how far, in words} each); `zoom`
 * is how near to go to it. */
export function select(centre, ends = [], zoom = NEAR) {
  near = zoom;
  chosen = { centre, ends: sortEnds(centre, ends) };
  drawSelection();
  reveal();
}

/** Draw the selection, with its labels where there is room for them as the map lies now. */
function drawSelection() {
  const { centre, ends } = chosen;
  show({ selection: makeSelected(centre, ends, map && centre ? placeLabels(map, centre, ends) : []) });
}

/** List the kinds of the services to which the selection has lines. */
export const listSelectedKinds = () => [...new Set(chosen.ends.map(({ kind }) => kind).filter(Boolean))];

/** Follow a position that came with the address, unless the map is there already. */
function followPosition(text) {
  const place = parsePosition(text);
  if (!place || map.isMoving()) return;
  const { lng, lat } = map.getCenter();
  const isFar = Math.abs(lng - place.center[0]) + Math.abs(lat - place.center[1]) > 0.001;
  if (isFar || Math.abs(map.getZoom() - place.zoom) > 0.02) map.jumpTo(place);
}

onViewChange((now, previous) => {
  if (!map) return;
  if (now.carte !== previous.carte) followPosition(now.carte);
  if (hasChanged(now, previous, "couches", ...FILTERS)) draw();
  if (hasChanged(now, previous, ...FILTERS)) loadShare();
});
for (const name of ["tabanca:registre", "tabanca:tuiles"]) addEventListener(name, reloadTiles);
effect(() => {
  // The neighbours' names are those of the page.
  const patch = { dark: isDark.value, language: language.value, share: readShare() };
  if (map) show(patch);
});
