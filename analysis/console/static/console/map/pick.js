/** Choosing a point on the map for a form of a page: the page steps aside meanwhile and keeps what was typed. */

import { announce } from "../components/announce.js";
import { t } from "../i18n.js";
import { signal } from "../preact.js";
import { getMap, moveTo, select } from "./map.js";

/** What answers the choice under way; null: nothing is chosen. */
export const picking = signal(/** @type {((point: {lng: number, lat: number} | null) => void) | null} */ (null));
const NEAR = 15;

/** Ask for a point, near `centre` ([lng, lat]) where one is known; `zoom` is how near. Resolves with {lng, lat}, or
 * null: given up. */
export function pickPoint(centre, zoom = NEAR) {
  const map = getMap();
  if (!map) return Promise.reject(new Error(t("menage.placer.impossible")));
  if (centre) {
    select(centre, []);
    moveTo({ center: centre, zoom: Math.max(zoom, map.getZoom()), offset: [0, 0] });
  }
  document.body.classList.add("en-choix");
  announce(t("menage.placer.texte"));
  return new Promise((resolve) => {
    const end = (point) => {
      picking.value = null;
      document.body.classList.remove("en-choix");
      map.off("click", click);
      select(null);
      resolve(point);
    };
    const click = (event) => end(event.lngLat);
    picking.value = end;
    map.on("click", click);
  });
}
