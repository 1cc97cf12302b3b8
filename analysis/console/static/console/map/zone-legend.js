/** What the colours of areas mean, on the map itself: those of the strip that is open. */

import { html, signal } from "../preact.js";

/** {name: what the figure is, legend: [{colour, text}]}; null while no areas are coloured.
 * @type {{value: {name: string, legend: {colour: string, text: string}[]} | null}} */
export const zoneLegend = signal(null);

export function ZoneLegend() {
  const { name, legend } = /** @type {NonNullable<typeof zoneLegend.value>} */ (zoneLegend.value);
  const step = ({ colour, text }) => html`<li key=${text}><i style=${{ background: colour }} />${text}</li>`;
  return html`
    <div class="legende-zones"><p>${name}</p><ul>${legend.map(step)}</ul></div>
  `;
}
