/** Tells a coloured zone's numbers beside the pointer, or where a finger touches. */

import { h } from "./dom.js";
import { instance, show } from "./map.js";

/** `sentence(zone)` gives the text; `on(zones)` begins, `off()` ends. */
export function hoverZones(sentence) {
  const bubble = h("div", { class: "bulle", role: "status", hidden: true });
  let byId = new Map();
  let shown = null;
  let bound = null;
  let current = null;

  function tell(event) {
    const layer = bound.getLayer("couverture") && "couverture";
    const id = layer ? bound.queryRenderedFeatures(event.point, { layers: [layer] })[0]?.properties.id : undefined;
    const zone = byId.get(id);
    bubble.hidden = !zone;
    if (zone) {
      bubble.style.left = `${Math.min(Math.max(event.point.x, 150), bound.getContainer().clientWidth - 150)}px`;
      bubble.style.top = `${event.point.y - 14}px`;
    }
    if (id === shown) return;
    shown = id ?? null;
    bubble.textContent = zone ? sentence(zone) : "";
    show({ zones: { ...current, hovered: zone?.id } });
  }

  return {
    on(zones, drawn) {
      byId = new Map(zones.map((zone) => [zone.id, zone]));
      current = drawn;
      shown = null;
      if (bound || !instance()) return;
      bound = instance();
      bound.getContainer().append(bubble);
      bound.on("mousemove", tell);
      bound.on("click", tell);
      bound.on("mouseout", this.hide);
    },
    hide: () => (bubble.hidden = true),
    off() {
      bound?.off("mousemove", tell);
      bound?.off("click", tell);
      bound?.off("mouseout", this.hide);
      bound = null;
      bubble.remove();
      bubble.hidden = true;
    },
  };
}
