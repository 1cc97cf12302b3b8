/** The place of the map in the page; the map draws itself there, and until it does a line says so. */

import { Failure } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useEffect, useElement, useLayoutEffect, useRef, useSignal } from "../preact.js";
import * as places from "../server/places.js";
import { isDrawn } from "../state/first-map.js";
import { findCurrentPage } from "../state/pages.js";
import { view } from "../state/view.js";
import { findArea } from "./area.js";
import { EmptyHint } from "./empty-hint.js";
import { FilterChips } from "./filter-chips.js";
import { MapLegend } from "./legend.js";
import { getMap, startMap } from "./map.js";
import { picking } from "./pick.js";
import { prepareMap } from "./prepare.js";
import { addPrintButton } from "./print-button.js";
import { followPrints } from "./print-screen.js";
import { PrintedHead } from "./printed-head.js";
import { tileFailure } from "./tiles.js";

/** Say that the first map is on its way. What fails is said in place of it: by the map, or by the line over it. */
const Drawing = () => html`
  <p class="rien-ici carte-attente" role="status" aria-busy="true"><span class="pastille" />${t("carte.attente")}</p>
`;

/**
 * Show the map. It is prepared at once, while somebody signs in, and started when the console `isOpen`.
 *
 * Who works in a page does not wait, or pay, for a map: it is made when it is first seen.
 */
export function MapView({ isOpen }) {
  const holder = useElement();
  const isStarted = useRef(false);
  const failure = useSignal(null);
  const isCovered = findCurrentPage() !== null;

  async function start() {
    failure.value = null;
    try {
      await startMap(holder.current, findArea(view.peek()).catch(places.getCountryBounds));
      addPrintButton(getMap());
      followPrints();
    } catch (error) {
      failure.value = error;
    }
  }

  useEffect(() => {
    if (!isCovered) prepareMap(holder.current).catch(() => null); // a failure is told when the map is started
  }, []);
  useLayoutEffect(() => {
    if (!isOpen || isCovered || isStarted.current) return;
    isStarted.current = true;
    start();
  }, [isOpen, isCovered]);
  // Nor does it answer to keys, or to readers of the screen, while the sign-in stands before it.
  const isAwaited = isOpen && !isCovered && !isDrawn.value && !failure.value && tileFailure.value === null;
  const isInert = !isOpen || (isCovered && picking.value === null);
  return html`
    <div class="toile cachee" inert=${isInert} aria-hidden=${isInert ? "true" : null} ref=${holder} />
    ${isOpen && !isCovered && html`<${PrintedHead} /><${FilterChips} /><${EmptyHint} /><${MapLegend} />`}
    ${isAwaited && html`<${Drawing} />`}
    ${failure.value && html`<div class="centre"><${Failure} error=${failure.value} onRetry=${start} /></div>`}
  `;
}
