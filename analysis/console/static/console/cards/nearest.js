/** The distances to the nearest services, as a list: the same in every card. */

import { Failure } from "../components/feedback.js";
import { ServiceSymbol } from "../components/icon.js";
import { distance, t } from "../i18n.js";
import { html } from "../preact.js";

// From here on (metres) a service is far.
const FAR = { ecoles: 3000, services_sante: 5000, points_eau: 1000, services_vbg: 20000, polices_judiciaires: 20000 };

function NearestService({ layer, place }) {
  const isFar = place && place.distance > FAR[layer];
  const remark = isFar && html`<span class="hors-vue">${` ${t("proche.loin")}`}</span>`;
  return html`
    <li>
      <${ServiceSymbol} layer=${layer} size=${26} />
      <span class="service">
        <strong>${place ? place.nom : t("proche.aucun")}</strong><span class="doux">${t(`couche.${layer}.un`)}</span>
      </span>
      ${place && html`<span class=${isFar ? "ecart loin" : "ecart"}>${distance(place.distance)}${remark}</span>`}
    </li>
  `;
}

/** `found`: an Error, or {ecoles: {nom, distance} | null, …}; kinds that the answer does not name are left out. */
export function NearestServices({ found }) {
  const isKnown = !(found instanceof Error);
  const layers = isKnown ? Object.keys(FAR).filter((layer) => layer in found) : [];
  const row = (layer) => html`<${NearestService} key=${layer} layer=${layer} place=${found[layer]} />`;
  return html`
    <section class="proches">
      <h3>${t("proche.titre")}</h3>
      ${isKnown ? html`<ul>${layers.map(row)}</ul>` : html`<${Failure} error=${found} />`}
    </section>
  `;
}

const hasPosition = (place) => place?.longitude !== undefined && place?.longitude !== null;

/** List where the found services are, for the dashes on the map; services without a position are left out. */
export function listPositions(found) {
  if (found instanceof Error) return [];
  return Object.values(found)
    .filter(hasPosition)
    .map((place) => [place.longitude, place.latitude]);
}
