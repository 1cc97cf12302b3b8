/** The bottom strip: the list of households or the coverage of a service. It can be closed. */

import { coverageStrip } from "./coverage.js";
import { h } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import * as state from "./state.js";
import { listStrip } from "./table.js";

export function mountStrip() {
  const strip = h("section", { class: "bande" });
  const place = h("div", { class: "bande-place" });
  const kinds = { liste: listStrip(strip), couverture: coverageStrip(strip) };

  function draw() {
    const { bande } = state.get();
    for (const [name, kind] of Object.entries(kinds)) if (name !== bande) kind.leave();
    if (!(bande in kinds)) return place.replaceChildren();
    strip.setAttribute("aria-label", t(bande));
    if (!strip.isConnected) place.append(strip);
    return kinds[bande].enter();
  }

  state.subscribe((now, previous) => state.changed(now, previous, "bande") && draw());
  strip.addEventListener("keydown", (event) => event.key === "Escape" && state.set({ bande: null }));
  onLanguage(draw);
  draw();
  return place;
}
