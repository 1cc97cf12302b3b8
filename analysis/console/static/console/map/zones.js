/** The numbers of a coloured zone beside the pointer, or where a finger touches. */

import { getMap, show } from "./map.js";

const HALF = 150; // pixels: half of the widest bubble

/** Make the bubble: `begin(zones, drawn)` and `end()`. `describe(zone)` gives its text. */
export function createZoneBubble(describe) {
  const bubble = document.createElement("div");
  bubble.className = "bulle";
  bubble.role = "status";
  bubble.hidden = true;
  let byId = new Map();
  let shown = null;
  /** @type {any} */
  let map = null;
  /** @type {any} */
  let drawn = null;

  function update({ point }) {
    const layers = map.getLayer("couverture") ? ["couverture"] : [];
    const id = layers.length ? map.queryRenderedFeatures(point, { layers })[0]?.properties.id : undefined;
    const zone = byId.get(id);
    bubble.hidden = !zone;
    if (zone) {
      bubble.style.left = `${Math.min(Math.max(point.x, HALF), map.getContainer().clientWidth - HALF)}px`;
      bubble.style.top = `${point.y - 14}px`;
    }
    if (id === shown) return;
    shown = id ?? null;
    bubble.textContent = zone ? describe(zone) : "";
    show({ zones: { ...drawn, hovered: zone?.id } });
  }

  function hide() {
    bubble.hidden = true;
  }

  const EVENTS = { mousemove: update, click: update, mouseout: hide };
  return {
    begin(zones, nextDrawn) {
      byId = new Map(zones.map((zone) => [zone.id, zone]));
      drawn = nextDrawn;
      shown = null;
      if (map || !getMap()) return;
      map = getMap();
      map.getContainer().append(bubble);
      for (const [name, listener] of Object.entries(EVENTS)) map.on(name, listener);
    },
    end() {
      for (const [name, listener] of Object.entries(EVENTS)) map?.off(name, listener);
      map = null;
      bubble.remove();
      hide();
    },
  };
}
