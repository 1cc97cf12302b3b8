/** The bottom strip of results, which can be closed: households, the coverage of a service, how far services are,
 * areas by a figure, or two regions side by side.
 */

import { isLeaving } from "../components/escape.js";
import { t } from "../i18n.js";
import { holdArea } from "../map/area.js";
import { html, useLayoutEffect, useRef } from "../preact.js";
import { hasChanged, onViewChange, setView, view } from "../state/view.js";
import { Coverage } from "./coverage.js";
import { Distances } from "./distances.js";
import { HouseholdList } from "./household-list.js";
import { RegionPair } from "./region-pair.js";
import { isTall } from "./strip.js";
import { StripHandle } from "./strip-handle.js";
import { Thematic } from "./thematic.js";

const KINDS = {
  liste: HouseholdList,
  couverture: Coverage,
  distances: Distances,
  themes: Thematic,
  regions: RegionPair,
};

/** Show in the room that the strip leaves, or gives back, what the map showed; not where it goes elsewhere anyway. */
function keepArea(now, previous) {
  const isOpened = now.bande in KINDS;
  if (isOpened === previous.bande in KINDS) return;
  if (hasChanged(now, previous, "vue", "carte", "fiche", "region", "secteur")) return;
  requestAnimationFrame(holdArea());
}

onViewChange(keepArea);

/** Give the focus back to what opened the strip, when the strip took it along; on a phone that is behind the menu. */
function useReturnedFocus(isOpen) {
  const opener = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    if (isOpen) {
      opener.current = document.activeElement;
      return;
    }
    if (!opener.current || document.activeElement !== document.body) return;
    const menu = /** @type {HTMLElement | null} */ (document.querySelector(".ouvre-volet"));
    if (opener.current !== document.body && opener.current.checkVisibility()) opener.current.focus();
    else menu?.focus();
  }, [isOpen]);
}

export function Results() {
  const { bande } = view.value;
  useReturnedFocus(bande in KINDS);
  const Kind = KINDS[bande];
  const close = (event) => isLeaving(event) && setView({ bande: null });
  const strip = () => html`
    <section class=${isTall.value ? "bande haute" : "bande"} aria-label=${t(bande)} onKeyDown=${close}>
      <${StripHandle} /><${Kind} key=${bande} />
    </section>
  `;
  return html`<div class="bande-place">${Kind && strip()}</div>`;
}
