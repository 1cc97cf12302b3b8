/** The numbers of a coloured zone beside the pointer, or where a finger touches. */

import { findStack } from "./features.js";
import { createBubble } from "./hover.js";
import { getMap, show } from "./map.js";

/** Make the bubble: `begin(zones, drawn)` and `end()`. `describe(zone)` gives its text. */
export function createZoneBubble(describe) {
  const bubble = createBubble();
  let byId = new Map();
  let current = null;
  /** @type {any} */
  let map = null;
  /** @type {any} */
  let drawn = null;

  function update({ point }) {
    const layers = ["couverture", "couverture-vide"].filter((layer) => map.getLayer(layer));
    const id = layers.length ? map.queryRenderedFeatures(point, { layers })[0]?.properties.id : undefined;
    const zone = byId.get(id);
    const isCovered = findStack(map, point).length > 0; // a service on the zone has words of its own
    bubble.say(map, point, zone && !isCovered ? describe(zone) : "");
    if (id === current) return;
    current = id ?? null;
    show({ zones: { ...drawn, hovered: zone?.id } });
  }

  function hide() {
    bubble.say(map, { x: 0, y: 0 }, "");
  }

  const EVENTS = { mousemove: update, click: update, mouseout: hide };
  return {
    begin(zones, nextDrawn) {
      byId = new Map(zones.map((zone) => [zone.id, zone]));
      drawn = nextDrawn;
      current = null;
      if (map || !getMap()) return;
      map = getMap();
      for (const [name, listener] of Object.entries(EVENTS)) map.on(name, listener);
    },
    end() {
      for (const [name, listener] of Object.entries(EVENTS)) map?.off(name, listener);
      map = null;
      bubble.remove();
    },
  };
}
