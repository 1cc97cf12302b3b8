/** The distances to the nearest services, as a list: the same in every card. */

import { Failure } from "../components/feedback.js";
import { Icon, ServiceSymbol } from "../components/icon.js";
import { distance, t } from "../i18n.js";
import { fit, visit } from "../map/map.js";
import { NORMS } from "../map/norms.js";
import { html } from "../preact.js";
import { join } from "./facts.js";

const CLOSE = 15.5; // no nearer than this to a household beside its well

const hasPosition = (place) => place?.longitude !== undefined && place?.longitude !== null;

/** Name a service; one that the map knows leads to its own card. */
function Name({ layer, place }) {
  if (!place) return html`<strong>${t("proche.aucun")}</strong>`;
  if (!place.id || !hasPosition(place)) return html`<strong>${place.nom}</strong>`;
  const open = () => visit(`${layer}/${place.id}/${place.latitude}/${place.longitude}`);
  return html`<button type="button" class="lien" onClick=${open}>${place.nom}</button>`;
}

function NearestService({ layer, place }) {
  const isFar = place && place.distance > NORMS[layer];
  // A pharmacy is no health centre: what kind of health service it is decides whether it helps. The norm is of any.
  const type = layer === "services_sante" && place?.typeLabel;
  const kind = type || t(`couche.${layer}.un`);
  const norm = place && t(type ? "proche.norme.sante" : "proche.norme", { rayon: distance(NORMS[layer]) });
  const remark = isFar && html`<span class="hors-vue">${` ${t("proche.loin")}`}</span>`;
  return html`
    <li data-service=${layer}>
      <${ServiceSymbol} layer=${layer} size=${26} />
      <span class="service">
        <${Name} layer=${layer} place=${place} />
        <span class="doux">${join([kind, norm])}</span>
      </span>
      ${place && html`<span class=${isFar ? "ecart loin" : "ecart"}>${distance(place.distance)}${remark}</span>`}
    </li>
  `;
}

/** Show the place of the card with all services that lines lead to. */
function fitAll(centre, found) {
  const places = [centre, ...listPositions(found).map(({ at }) => at)];
  const corner = (choose) => [0, 1].map((axis) => choose(...places.map((place) => place[axis])));
  fit([corner(Math.min), corner(Math.max)], CLOSE);
}

/** `found`: an Error, or {ecoles: {nom, distance} | null, …}; kinds that the answer does not name are left out. */
export function NearestServices({ found, centre = null }) {
  const isKnown = !(found instanceof Error);
  const layers = isKnown ? Object.keys(NORMS).filter((layer) => layer in found) : [];
  const row = (layer) => html`<${NearestService} key=${layer} layer=${layer} place=${found[layer]} />`;
  return html`
    <section class="proches">
      <h3>${t("proche.titre")}</h3>
      ${isKnown ? html`<ul>${layers.map(row)}</ul>` : html`<${Failure} error=${found} />`}
      ${
        centre &&
        listPositions(found).length > 0 &&
        html`
          <button type="button" class="bouton" onClick=${() => fitAll(centre, found)}>
            <${Icon} name="target" />${t("proche.carte")}
          </button>
        `
      }
    </section>
  `;
}

/** List where the found services are, for the lines on the map; services without a position are left out. */
export function listPositions(found) {
  if (found instanceof Error) return [];
  return Object.entries(found)
    .filter(([kind, place]) => kind in NORMS && hasPosition(place))
    .map(([kind, place]) => {
      const far = distance(place.distance);
      return { at: [place.longitude, place.latitude], kind, far, label: `${t(`couche.${kind}.un`)} · ${far}` };
    });
}
