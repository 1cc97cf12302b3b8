/** Making the map before anything of the API is known. */

import { t } from "../i18n.js";
import { isAborted, makeError } from "../server/errors.js";
import { markBegun } from "../state/first-map.js";
import { isDark } from "../state/theme.js";
import { view } from "../state/view.js";
import { drawCategories } from "./category-rings.js";
import { isMotionReduced } from "./padding.js";
import { makeRehearsal } from "./style.js";
import { addImages } from "./symbols.js";
import { loadTile, reportTileFailure } from "./tiles.js";

const SCALE = 88; // pixels at most: what it says has room in the half of it
const START = [-15, 12]; // the middle of the country; its bounds come with the configuration
/** The map before its tiles, so that it is made once. @type {Promise<any> | null} */
let making = null;

/** Put the map's own words into the language of the page. */
export function labelControls(map) {
  map.getCanvas().setAttribute("aria-label", t("carte.nom"));
  for (const [name, label] of Object.entries({ in: t("zoom.plus"), out: t("zoom.moins") })) {
    const button = map.getContainer().querySelector(`.maplibregl-ctrl-zoom-${name}`);
    if (button) button.title = button.ariaLabel = label;
  }
}

async function makeMap(holder) {
  const library = await import("../../vendor/maplibre-gl/maplibre-gl.mjs").catch((error) => {
    throw makeError("offline", error.message); // it could not be read: nothing is wrong with it
  });
  library.addProtocol("tabanca", loadTile);
  library.prewarm();
  holder.replaceChildren();
  /** @type {any} */
  const options = {
    container: holder,
    style: makeRehearsal(view.peek(), { dark: isDark.peek() }, START),
    center: START,
    zoom: 7,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    minZoom: 5,
    renderWorldCopies: false,
    fadeDuration: isMotionReduced() ? 0 : 150,
  };
  const created = new library.Map(options);
  created.touchZoomRotate.disableRotation();
  created.keyboard.disableRotation();
  created.addControl(new library.NavigationControl({ showCompass: false }), "bottom-right");
  created.addControl(new library.ScaleControl({ maxWidth: SCALE }), "bottom-right");
  labelControls(created);
  created.on("error", ({ error }) => !isAborted(error) && reportTileFailure(error));
  created.on("styledata", () => addImages(created));
  drawCategories(created);
  await created.once("style.load"); // a style that is not loaded yet cannot be compared with the next
  return created;
}

/** Make all of the map that needs no answer of the API, while somebody signs in. Rejects without WebGL. */
export function prepareMap(holder) {
  markBegun();
  making ??= makeMap(holder).catch((error) => {
    making = null; // tried again by the next call
    throw error;
  });
  return making;
}

/** Show a map as soon as nothing of the rehearsal is drawn any more: workers take a moment to replace its shapes. */
export function uncoverMap(map, holder) {
  const isReplaced = ([name, { type }]) => type !== "geojson" || map.isSourceLoaded(name);
  const look = () => {
    if (!Object.entries(map.getStyle().sources).every(isReplaced)) return;
    map.off("render", look);
    map.once("render", () => holder.classList.remove("cachee")); // the frame that ended now may hold them still
    map.triggerRepaint();
  };
  map.on("render", look);
  map.triggerRepaint();
}
