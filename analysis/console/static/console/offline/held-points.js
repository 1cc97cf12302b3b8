/** The households that this device keeps, on the map: without a connection no tile of households is read. */

import { makeFeature } from "../map/geojson.js";
import { show } from "../map/map.js";
import { computed, effect, signal } from "../preact.js";
import { pickFilters, view } from "../state/view.js";
import { held, isAnswerable, isPlaced, listHeld } from "./held.js";
import { beganOffline, isOffline } from "./offline-line.js";

/** How many of them the map draws, and not the tiles; null: it draws the tiles. */
export const heldDrawn = signal(/** @type {number | null} */ (null));

const makePoint = ({ id, codeMenage, categoriePauvrete, scorePmt, longitude, latitude }) =>
  makeFeature("Point", [Number(longitude), Number(latitude)], { id, codeMenage, categoriePauvrete, scorePmt });

// As text: a map that was moved changes the view, and nothing here.
const wanted = computed(() => JSON.stringify(isOffline.value ? pickFilters("categoriePauvrete", view.value) : null));

/** Draw them where the page has had no network at all, or where the filters name a secteur that was prepared. */
effect(() => {
  const filters = JSON.parse(wanted.value);
  const isWanted = filters !== null && held.value.cards.size > 0 && (beganOffline.value || isAnswerable(filters));
  const features = isWanted ? listHeld(filters).filter(isPlaced).map(makePoint) : [];
  heldDrawn.value = isWanted ? features.length : null;
  show({ held: isWanted ? { type: "FeatureCollection", features } : null });
});
