/** A map of services: points over the land, its borders and the names of sectors. */

import { code, t } from "../i18n.js";
import { fitPoints, HEIGHT, Land, listCorners, Names, placeNames, WIDTH } from "../map/ground.js";
import { usePlanZoom } from "../map/zoom-plan.js";
import { html } from "../preact.js";
import { countText } from "./counts.js";

const COLOURS = {
  centre_ecoute: "#7b3fa0",
  centre_sante: "#b3261e",
  poste_police: "#1f5fa8",
  tribunal: "#6b4f1d",
  ong: "#1c7a4a",
  structure_sociale: "#a35a00",
  hebergement: "#333333",
};

export const colourOf = (type) => COLOURS[type] ?? "#555555";

/** Return how a point is drawn: with `isCounted` by its cases, hollow when they are not told. */
function drawPoint({ typeService, nombreCas }, isChosen, isCounted, most) {
  const colour = colourOf(typeService);
  const extra = isChosen ? 4 : 0;
  if (!isCounted) return { r: 7 + extra, fill: colour, stroke: "#fff" };
  if (nombreCas === null) return { r: 7 + extra, fill: "#fff", stroke: colour };
  return { r: 5 + 14 * Math.sqrt(nombreCas / most) + extra, fill: colour, stroke: "#fff" };
}

/** Say which colour is which type, of those that are shown. */
const Legend = ({ types }) => html`
  <ul class="plan-types">
    ${types.map(
      (type) => html`
        <li key=${type}><i class="pastille" style=${{ background: colourOf(type) }} /> ${code("typeservice", type)}</li>
      `,
    )}
  </ul>
`;

/** Show services (GeoJSON features); `onOpen(id)` when one is chosen. With `isCounted` their size says their cases. */
export function ServiceMap({ features, ground, chosen, onOpen, isCounted = false }) {
  const { look, isNear, drag, buttons } = usePlanZoom();
  if (!features.length) return null;
  const { outlines, sectors } = ground;
  const whole = fitPoints([
    ...features.map(({ geometry }) => geometry.coordinates),
    ...(outlines.length ? listCorners(outlines) : sectors.map(({ centre }) => centre)),
  ]);
  const place = (at) => look(whole.place(at));
  const isSeen = (/** @type {number[]} */ [x, y]) => x > 0 && x < WIDTH && y > 0 && y < HEIGHT;
  const named = sectors.filter(({ centre }) => isSeen(place(centre)));
  const marks = features.map(({ geometry }) => place(geometry.coordinates));
  const most = Math.max(1, ...features.map(({ properties }) => properties.nombreCas ?? 0));
  const point = ({ geometry, properties }) => {
    const { id, nom, typeService, nombreCas } = properties;
    const [x, y] = place(geometry.coordinates);
    const open = () => onOpen(id);
    const name = [nom, code("typeservice", typeService), ...(isCounted ? [countText(nombreCas)] : [])].join(", ");
    const press = (event) => event.key === "Enter" && open();
    return html`
      <circle
        cx=${x} cy=${y} stroke-width="2" ...${drawPoint(properties, id === chosen, isCounted, most)}
        role="button" tabindex="0" aria-label=${name} onClick=${open} onKeyDown=${press} key=${id}
      ><title>${name}</title></circle>
    `;
  };
  return html`
    <${Legend} types=${[...new Set(features.map(({ properties }) => properties.typeService))].sort()} />
    <div class="plan-cadre">
      <svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}" class=${isNear ? "plan proche" : "plan"} role="group"
        aria-label=${t("protection.plan")} ...${drag}
      >
        <${Land} outlines=${outlines} place=${place} />
        <${Names} names=${placeNames(named, place, marks)} />
        ${features.filter(({ geometry }) => !isNear || isSeen(place(geometry.coordinates))).map(point)}
      </svg>
      ${buttons}
    </div>
  `;
}
