/** The map: drawn from the state, moved by the reader; a click opens a card. */

import * as api from "./api.js";
import { isPhone, reducedMotion } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { SERVICES } from "./palette.js";
import * as places from "./places.js";
import * as state from "./state.js";
import { style } from "./style.js";
import { addImages } from "./symbols.js";
import { dark, onTheme } from "./theme.js";

const HOUSEHOLDS_APART = 14; // from this zoom on, tiles hold single households
const extra = { dark: false, labels: null, selection: null, zones: null };
const faults = new Set();
let library;
let map;

/** Begins to fetch the library while somebody signs in. */
export const warm = () => (library ??= import("../vendor/maplibre-gl/maplibre-gl.mjs"));
export const onFault = (listener) => faults.add(listener);
export const instance = () => map;

/** Tiles go through `api.js`: a token that has run out is renewed, an unwanted request is dropped. */
async function tile(request, controller) {
  const [path, query] = request.url.slice("tabanca://".length).split("?");
  const data = await api.tile(`/carte/tuiles/${path}.mvt${query ? `?${query}` : ""}`, controller.signal);
  return { data };
}

function words() {
  return { "NavigationControl.ZoomIn": t("zoom.plus"), "NavigationControl.ZoomOut": t("zoom.moins"), "Map.Title": t("carte.nom"),
    "ScaleControl.Meters": "m", "ScaleControl.Kilometers": "km" };
}

function position(text) {
  const [zoom, lat, lng] = (text ?? "").split("/").map(Number);
  return [zoom, lat, lng].every(Number.isFinite) && text ? { zoom, center: [lng, lat] } : null;
}

/** Room that the rail, the card and the strip take from the map (pixels). */
export function padding() {
  if (isPhone()) return { top: 70, bottom: document.querySelector(".fiche, .bande") ? innerHeight * 0.5 : 30, left: 20, right: 20 };
  return { top: 30, left: 370, right: document.querySelector(".fiche") ? 420 : 40, bottom: document.querySelector(".bande") ? innerHeight * 0.42 : 40 };
}

const box = (bounds) => [[bounds.west, bounds.south], [bounds.east, bounds.north]];

/** Draws the map in `holder`. Rejects when the configuration cannot be read or the browser has no WebGL. */
export async function start(holder) {
  const [{ Map, NavigationControl, ScaleControl, addProtocol }, config] = await Promise.all([warm(), places.config()]);
  addProtocol("tabanca", tile);
  extra.dark = dark();
  const kept = position(state.get().carte);
  map = new Map({
    container: holder, style: style(state.get(), extra), attributionControl: false, dragRotate: false, pitchWithRotate: false,
    maxZoom: 18, minZoom: 5, renderWorldCopies: false, fadeDuration: reducedMotion() ? 0 : 150, locale: words(),
    ...(kept ?? { bounds: box(config.bounds), fitBoundsOptions: { padding: padding() } }),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), "bottom-right");
  map.addControl(new ScaleControl({ maxWidth: 110 }), "bottom-right");
  map.on("error", ({ error }) => !api.aborted(error) && faults.forEach((listener) => listener(error)));
  map.on("moveend", keepPosition);
  map.on("click", click);
  map.on("mousemove", (event) => (map.getCanvas().style.cursor = target(event.point) ? "pointer" : ""));
  map.on("styledata", () => addImages(map));
  await new Promise((resolve) => map.once("load", resolve));
  extra.labels = await places.labels().catch(() => null);
  draw();
}

function keepPosition() {
  const { lat, lng } = map.getCenter();
  state.set({ carte: `${map.getZoom().toFixed(2)}/${lat.toFixed(4)}/${lng.toFixed(4)}` }, { replace: true });
}

/** Draws the present state; tiles of a changed filter are swapped in place. */
function draw() {
  const source = map.getSource("menages");
  const next = style(state.get(), extra);
  if (source && next.sources.menages && String(source.tiles) !== String(next.sources.menages.tiles)) source.setTiles(next.sources.menages.tiles);
  map.setStyle(next, { diff: true });
}

/** Changes what is drawn beside the state: labels, selection, zones of coverage. */
export function show(patch) {
  Object.assign(extra, patch);
  if (map) draw();
}

/** Asks for the tiles again, after a fault or an import. */
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

function click({ point }) {
  const feature = target(point);
  if (!feature) return;
  const { source, properties, geometry } = feature;
  const [lng, lat] = geometry.coordinates;
  if (properties.nombre !== undefined) move({ center: [lng, lat], zoom: Math.min(HOUSEHOLDS_APART, map.getZoom() + 2) });
  else if (source === "menages") state.set({ fiche: `menage/${properties.id}` });
  else if (source === "localites") state.set({ fiche: `localite/${properties.id}/${lat.toFixed(5)}/${lng.toFixed(5)}` });
  else state.set({ fiche: `${source}/${properties.id}/${lat.toFixed(5)}/${lng.toFixed(5)}` });
}

/** Moves smoothly, or at once for who asked for less motion. */
export function move(options) {
  const { top, bottom, left, right } = padding();
  // An offset and not easeTo's padding, which would stay with the map and add to that of the next fitBounds.
  map?.easeTo({ offset: [(left - right) / 2, (top - bottom) / 2], duration: reducedMotion() ? 0 : 500, ...options });
}

export function fit(bounds) {
  if (bounds) map?.fitBounds(bounds, { padding: padding(), maxZoom: 13, duration: reducedMotion() ? 0 : 600 });
}

export const wholeCountry = async () => fit(box((await places.config()).bounds));

/** Rings the place of an open card, with dashes to `ends` ([lng, lat] each). */
export function select(centre, ends = []) {
  const feature = (type, coordinates) => ({ type: "Feature", properties: {}, geometry: { type, coordinates } });
  const features = centre ? [feature("Point", centre), ...ends.map((end) => feature("LineString", [centre, end]))] : [];
  show({ selection: { type: "FeatureCollection", features } });
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
onTheme(() => map && show({ dark: dark() }));
onLanguage(() => map?.getCanvas().setAttribute("aria-label", t("carte.nom")));
