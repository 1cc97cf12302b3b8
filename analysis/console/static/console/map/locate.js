/** "My position": asked of the device, which needs no network for it, and only when the button is pressed. */

import { announce } from "../components/announce.js";
import { distance, t } from "../i18n.js";
import { effect, signal } from "../preact.js";
import { addMapButton } from "./button.js";
import { makeFeature } from "./geojson.js";

const PATIENCE = 20_000; // milliseconds
const RECENT = 10_000; // an answer that is not older is as good as a new one
const CORNERS = 48; // of the circle in which the device lies
const METRES_A_DEGREE = 111_320;
const REASONS = { 1: "refusee", 2: "inconnue", 3: "lente" };
const PATH = `M11 2v2.1A8 8 0 0 0 4.1 11H2v2h2.1a8 8 0 0 0 6.9 6.9V22h2v-2.1a8 8 0 0 0 6.9-6.9H22v-2h-2.1
  A8 8 0 0 0 13 4.1V2zm1 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12zm0 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z`;

/** Why there is no position: refusee | inconnue | lente | impossible; null: none was asked for, or it is there. */
export const positionFailure = signal(/** @type {string | null} */ (null));
const isAsking = signal(false);
/** What is done with a position that was found. @type {(features: object, centre: [number, number]) => void} */
let found = () => {};

/** Return the circle around a place, as corners of a polygon. */
function drawCircle([lng, lat], metres) {
  const high = metres / METRES_A_DEGREE;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  return Array.from({ length: CORNERS + 1 }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    return [lng + wide * Math.cos(turn), lat + high * Math.sin(turn)];
  });
}

function accept({ coords: { longitude, latitude, accuracy } }) {
  isAsking.value = false;
  const centre = /** @type {[number, number]} */ ([longitude, latitude]);
  const features = [makeFeature("Polygon", [drawCircle(centre, accuracy)]), makeFeature("Point", centre)];
  found({ type: "FeatureCollection", features }, centre);
  announce(t("position.trouvee", { rayon: distance(Math.max(accuracy, 10)) }));
}

function refuse({ code }) {
  isAsking.value = false;
  positionFailure.value = REASONS[code];
}

/** Ask the device where it is. */
export function locate() {
  if (isAsking.peek()) return;
  positionFailure.value = null;
  // Browsers tell a position to safe addresses alone, and then some without a reason.
  if (!isSecureContext || !navigator.geolocation) {
    positionFailure.value = "impossible";
    return;
  }
  isAsking.value = true;
  const options = { enableHighAccuracy: true, timeout: PATIENCE, maximumAge: RECENT };
  navigator.geolocation.getCurrentPosition(accept, refuse, options);
}

/** Put the button under those of the zoom. `onFound(features, centre)` draws the position. */
export function addLocateButton(map, onFound) {
  found = onFound;
  const button = addMapButton(map, "ma-position", PATH, locate);
  effect(() => {
    button.title = button.ariaLabel = t(isAsking.value ? "position.attente" : "position");
    button.ariaBusy = String(isAsking.value);
  });
}
