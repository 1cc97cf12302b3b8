/** The map: drawn from the state, moved by the reader; a click opens a card. */

import * as api from "./api.js";
import { isPhone, reducedMotion } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { SERVICES } from "./palette.js";
import * as places from "./places.js";
import { padding } from "./room.js";
import * as state from "./state.js";
import { rehearsal, style } from "./style.js";
import { addImages } from "./symbols.js";
import { dark, onTheme } from "./theme.js";
import { tellFault, tile } from "./tiles.js";

const HOUSEHOLDS_APART = 14; // from this zoom on, tiles hold single households
const CLOSEST = 13; // no area is shown nearer than this
const NEAR = 14.5; // where a card's place is seen with what is around it
const START = [-15, 12]; // the middle of the country; its bounds come with the configuration
const extra = { dark: false, labels: null, selection: null, zones: null };
let making = null; // the map before its tiles: a promise, so that it is made once
let map; // once it draws the state
let near = NEAR; // how near to go to the open card's place

export const instance = () => map;

function position(text) {
  const [zoom, lat, lng] = (text ?? "").split("/").map(Number);
  return [zoom, lat, lng].every(Number.isFinite) && text ? { zoom, center: [lng, lat] } : null;
}

/** Says the map's own words in the language of the page. */
function speak() {
  map?.getCanvas().setAttribute("aria-label", t("carte.nom"));
  for (const [name, key] of [["in", "zoom.plus"], ["out", "zoom.moins"]]) {
    const button = map?.getContainer().querySelector(`.maplibregl-ctrl-zoom-${name}`);
    if (button) button.title = button.ariaLabel = t(key);
  }
}

async function make(holder) {
  const library = await import("../vendor/maplibre-gl/maplibre-gl.mjs");
  library.addProtocol("tabanca", tile);
  library.prewarm();
  holder.replaceChildren();
  const made = new library.Map({
    container: holder, style: rehearsal(state.get(), { ...extra, dark: dark() }, START), center: START, zoom: 7,
    attributionControl: false, dragRotate: false, pitchWithRotate: false, maxZoom: 18, minZoom: 5, renderWorldCopies: false, fadeDuration: reducedMotion() ? 0 : 150,
  });
  made.touchZoomRotate.disableRotation();
  made.keyboard.disableRotation();
  made.addControl(new library.NavigationControl({ showCompass: false }), "bottom-right");
  made.addControl(new library.ScaleControl({ maxWidth: 110 }), "bottom-right");
  made.on("error", ({ error }) => !api.aborted(error) && tellFault(error));
  made.on("styledata", () => addImages(made));
  await made.once("style.load"); // a style that is not loaded yet cannot be compared with the next
  return made;
}

/** Makes all of the map that needs no answer of the API, while somebody signs in. Rejects when the browser has no WebGL. */
export function prepare(holder) {
  making ??= make(holder).catch((error) => {
    making = null; // tried again by the next call
    throw error;
  });
  return making;
}

/** Draws the state in `holder`, over `area` where the address tells no position. Rejects when the map cannot be made. */
export async function start(holder, area) {
  const [made, bounds] = await Promise.all([prepare(holder), area]);
  extra.dark = dark();
  const kept = position(state.get().carte);
  if (kept) made.jumpTo(kept);
  else made.fitBounds(bounds, { padding: padding(), maxZoom: CLOSEST, duration: 0 });
  map = made;
  map.on("moveend", keepPosition);
  map.on("click", click);
  map.on("mousemove", (event) => (map.getCanvas().style.cursor = target(event.point) ? "pointer" : ""));
  holder.classList.remove("cachee");
  speak();
  draw();
  reveal();
  places.labels().then((labels) => show({ labels })).catch(() => {}); // a map without names; the filters tell that areas cannot be read
  await map.once("idle");
  performance.mark("carte"); // the first map stands
}

function here() {
  const { lat, lng } = map.getCenter();
  return `${map.getZoom().toFixed(2)}/${lat.toFixed(4)}/${lng.toFixed(4)}`;
}

const keepPosition = () => state.set({ carte: here() }, { replace: true });

/** Draws the present state; tiles of a changed filter are swapped in place. */
function draw() {
  const source = map.getSource("menages");
  const next = style(state.get(), extra);
  if (source?.type === "vector" && next.sources.menages && String(source.tiles) !== String(next.sources.menages.tiles)) source.setTiles(next.sources.menages.tiles);
  map.setStyle(next, { diff: true });
}

/** Changes what is drawn beside the state: labels, selection, zones of coverage. */
export function show(patch) {
  Object.assign(extra, patch);
  if (map) draw();
}

/** Asks for the tiles again, after an import. */
export function reload() {
  for (const id of Object.keys(map?.getStyle().sources ?? {})) {
    const source = map.getSource(id);
    if (source.type === "vector") source.setTiles(source.tiles);
  }
}

const CLICKABLE = ["points", "groupes", ...Object.keys(SERVICES).flatMap((layer) => [layer, `${layer}-loin`]), "villages-points", "villages"];

function target(point) {
  const reach = isPhone() ? 12 : 4;
  const area = [[point.x - reach, point.y - reach], [point.x + reach, point.y + reach]];
  const layers = CLICKABLE.filter((id) => map.getLayer(id));
  const found = map.queryRenderedFeatures(area, { layers });
  return found.sort((one, other) => CLICKABLE.indexOf(one.layer.id) - CLICKABLE.indexOf(other.layer.id))[0];
}

/** Opens a card from beside the map and goes to its place, also of one that is open and was moved away from; the back
 * button comes back to where the map was. */
export function visit(fiche, patch = {}) {
  if (map && !state.get().carte) keepPosition();
  const opened = state.get().fiche === fiche;
  state.set({ ...patch, fiche, carte: null });
  if (opened) reveal();
}

/** The card of what was clicked: it is in sight, the map stays where it is. */
const open = (fiche) => state.set({ fiche, carte: here() });

function click({ point }) {
  const feature = target(point);
  if (!feature) return;
  const { source, properties, geometry } = feature;
  const [lng, lat] = geometry.coordinates;
  if (properties.nombre !== undefined) move({ center: [lng, lat], zoom: Math.min(HOUSEHOLDS_APART, map.getZoom() + 2) });
  else open(source === "menages" ? `menage/${properties.id}` : `${source === "localites" ? "localite" : source}/${properties.id}/${lat.toFixed(5)}/${lng.toFixed(5)}`);
}

/** Moves smoothly, or at once for who asked for less motion. */
export function move(options) {
  const { top, bottom, left, right } = padding();
  // An offset and not easeTo's padding, which would stay with the map and add to that of the next fitBounds.
  map?.easeTo({ offset: [(left - right) / 2, (top - bottom) / 2], duration: reducedMotion() ? 0 : 500, ...options });
}

export function fit(bounds) {
  if (bounds) map?.fitBounds(bounds, { padding: padding(), maxZoom: CLOSEST, duration: reducedMotion() ? 0 : 600 });
}

/** Goes to the place of the open card where the address tells no position; else only brings it into sight when it lies
 * off the map, or under the rail, the card or the strip. */
function reveal() {
  const place = extra.selection?.features[0];
  if (!map || !place) return;
  const center = place.geometry.coordinates;
  if (!state.get().carte) {
    move({ center, zoom: Math.max(near, map.getZoom()) });
    return;
  }
  const { x, y } = map.project(center);
  const { top, bottom, left, right } = padding();
  if (x < left || y < top || x > innerWidth - right || y > innerHeight - bottom) move({ center });
}

/** Rings the place of an open card, with dashes to `ends` ([lng, lat] each); `zoom` is how near to go to it. */
export function select(centre, ends = [], zoom = NEAR) {
  near = zoom;
  const feature = (type, coordinates) => ({ type: "Feature", properties: {}, geometry: { type, coordinates } });
  const features = centre ? [feature("Point", centre), ...ends.map((end) => feature("LineString", [centre, end]))] : [];
  show({ selection: { type: "FeatureCollection", features } });
  reveal();
}

state.subscribe((now, previous) => {
  if (!map) return;
  const place = position(now.carte);
  if (place && now.carte !== previous.carte && !map.isMoving()) {
    const centre = map.getCenter();
    if (Math.abs(centre.lng - place.center[0]) + Math.abs(centre.lat - place.center[1]) > 0.001 || Math.abs(map.getZoom() - place.zoom) > 0.02) map.jumpTo(place);
  }
  if (state.changed(now, previous, "couches", ...state.FILTERS)) draw();
});
addEventListener("tabanca:registre", reload); // an import: the tiles in memory are of before it
onTheme(() => map && show({ dark: dark() }));
onLanguage(speak);
