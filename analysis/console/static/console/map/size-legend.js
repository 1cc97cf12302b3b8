/** How many households a circle stands for: circles as large as the map draws them at its zoom, up to its largest. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { view } from "../state/view.js";
import { RINGS_BELOW } from "./category-rings.js";
import { findLeastNumbered, largestGroup } from "./drawn-groups.js";
import { HOUSEHOLDS_APART, zoomLevel } from "./map.js";
import { readShare } from "./size-share.js";
import { findRadius, listSizes } from "./sizes.js";
import { hasHouseholds } from "./style.js";

const [EDGE, LINE] = [2, 15]; // pixels; a line of text

/** Say what the colours of circles mean at a zoom. */
export const describeColours = (zoom) => t(zoom < RINGS_BELOW ? "carte.tailles.anneau" : "carte.tailles.couleur");

export function SizeLegend() {
  const zoom = zoomLevel.value;
  if (zoom === null || zoom >= HOUSEHOLDS_APART || !hasHouseholds(view.value)) return null;
  const share = readShare();
  const counts = listSizes(largestGroup.value, zoom, share);
  if (!counts.length) return null;
  const least = findLeastNumbered(zoom);
  const radii = counts.map((count) => findRadius(zoom, count, share));
  const [largest] = radii;
  const isSingle = radii.length === 1;
  const height = Math.max(2 * largest, counts.length * LINE) + 2 * EDGE;
  const text = 2 * largest + 14;
  const circle = (radius, place) => {
    const top = height - EDGE - 2 * radius;
    const lowest = height - EDGE - 6 - (counts.length - 1 - place) * LINE;
    // Of several the line begins at the top, of a single one at its side.
    const line = isSingle ? height - EDGE - radius : Math.min(Math.max(top, EDGE + place * LINE + 6), lowest);
    const [x, y] = isSingle ? [text - 12, line] : [EDGE + largest, top];
    return html`
      <circle key=${radius} cx=${EDGE + largest} cy=${height - EDGE - radius} r=${radius} />
      <path d="M${x} ${y}L${text - 4} ${line}" />
      <text x=${text} y=${line + 4}>${number(counts[place])}</text>
    `;
  };
  return html`
    <figure class="tailles">
      <figcaption>${t("carte.tailles")}</figcaption>
      <svg width=${text + 38} height=${height} aria-hidden="true">${radii.map(circle)}</svg>
      <p>${describeColours(zoom)}</p>
      ${least !== null && html`<p>${t("carte.tailles.sans", { nombre: number(least) })}</p>`}
    </figure>
  `;
}
