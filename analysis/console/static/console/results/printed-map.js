/** The coloured map above its table, where the browser prints both: what is seen of it, with its title and legend. */

import { copyVisible } from "../map/visible-copy.js";
import { listZoneSteps } from "../map/zone-legend.js";
import { html, useEffect, useElement } from "../preact.js";

/** `drawn`: the legend of what is coloured (map/zone-legend.js). The map is copied at the moment of printing. */
export function PrintedMap({ drawn }) {
  const step = ({ colour, text, isHatched }) => html`
    <li key=${text}><i class=${isHatched ? "sans-valeur" : null} style=${{ background: colour }} />${text}</li>
  `;
  const place = useElement();
  useEffect(() => {
    const draw = () => {
      const copy = copyVisible();
      if (copy) place.current?.replaceChildren(copy);
    };
    addEventListener("beforeprint", draw);
    return () => removeEventListener("beforeprint", draw);
  }, []);
  return html`
    <figure class="carte-imprimee" aria-hidden="true">
      <figcaption>${drawn.title}</figcaption>
      <div ref=${place} />
      <ul>${listZoneSteps(drawn).map(step)}</ul>
      ${drawn.note && html`<p>${drawn.note}</p>`}
    </figure>
  `;
}
