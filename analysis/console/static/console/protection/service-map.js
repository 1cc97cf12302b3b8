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

const [GAP, ROUNDS] = [15, 40]; // between the middles of points, and how often they are moved apart

export const colourOf = (type) => COLOURS[type] ?? "#555555";

/** Return how a point is drawn: with `isCounted` by its cases, hollow when they are not told. */
function drawPoint({ typeService, nombreCas }, isChosen, isCounted, most) {
  const colour = colourOf(typeService);
  const extra = isChosen ? 4 : 0;
  if (!isCounted) return { r: 7 + extra, fill: colour, stroke: "#fff" };
  if (nombreCas === null) return { r: 7 + extra, fill: "#fff", stroke: colour };
  return { r: 5 + 14 * Math.sqrt(nombreCas / most) + extra, fill: colour, stroke: "#fff" };
}

const nameType = (type) => code("typeservice", type);

/** Move points that lie upon one another apart, as little as it takes for each to be seen and pressed. */
function spreadPoints(points, gap) {
  const found = points.map(([x, y], place) => [x + Math.cos(place * 2.4) / 100, y + Math.sin(place * 2.4) / 100]);
  let isStill = false;
  for (let round = 0; round < ROUNDS && !isStill; round += 1) {
    isStill = true;
    found.forEach((one, place) => {
      for (const other of found.slice(place + 1)) {
        const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
        const away = Math.hypot(dx, dy);
        if (away >= gap) continue;
        isStill = false;
        const push = (gap - away) / 2 / (away || 1);
        [one[0], one[1], other[0], other[1]] = [
          one[0] - dx * push,
          one[1] - dy * push,
          other[0] + dx * push,
          other[1] + dy * push,
        ];
      }
    });
  }
  return found;
}

/** Say which colour is which type, of those that are shown; and which of the others have no service here. */
const Legend = ({ types, absent }) => html`
  <ul class="plan-types">
    ${types.map(
      (type) => html`
        <li key=${type}><i class="pastille" style=${{ background: colourOf(type) }} /> ${code("typeservice", type)}</li>
      `,
    )}
  </ul>
  ${
    absent.length > 0 &&
    html`<p class="doux petit">${t("protection.sans.type", { types: absent.map(nameType).join(", ") })}</p>`
  }
`;

const ignore = () => undefined;

/**
 * Show services (GeoJSON features); `onOpen(id)` when one is chosen, `onPoint(id)` while the pointer is on one, null
 * when it leaves; `pointed` is marked. With `isCounted` their size says their cases. `types`: all that there might be.
 */
export function ServiceMap(/** @type {any} */ props) {
  const { features, ground, chosen, onOpen, isCounted = false, types = [], pointed = null, onPoint = ignore } = props;
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
  const marks = spreadPoints(
    features.map(({ geometry }) => place(geometry.coordinates)),
    GAP,
  );
  const present = [...new Set(features.map(({ properties }) => properties.typeService))].sort();
  const most = Math.max(1, ...features.map(({ properties }) => properties.nombreCas ?? 0));
  const point = ([x, y], { properties }) => {
    const { id, nom, typeService, nombreCas } = properties;
    const open = () => onOpen(id);
    const name = [nom, code("typeservice", typeService), ...(isCounted ? [countText(nombreCas)] : [])].join(", ");
    const press = (event) => event.key === "Enter" && open();
    return html`
      <circle
        cx=${x} cy=${y} stroke-width="2" ...${drawPoint(properties, id === chosen || id === pointed, isCounted, most)}
        class=${id === pointed ? "vise" : null} role="button" tabindex="0" aria-label=${name} key=${id}
        onClick=${open} onKeyDown=${press}
        onMouseEnter=${() => onPoint(id)} onMouseLeave=${() => onPoint(null)}
      ><title>${name}</title></circle>
    `;
  };
  return html`
    <${Legend} types=${present} absent=${types.filter((type) => !present.includes(type))} />
    <div class="plan-cadre">
      <svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}" class=${isNear ? "plan proche" : "plan"} role="group"
        aria-label=${t("protection.plan")} ...${drag}
      >
        <${Land} outlines=${outlines} place=${place} />
        <${Names} names=${placeNames(named, place, marks)} />
        ${features.map((one, index) => (!isNear || isSeen(marks[index])) && point(marks[index], one))}
      </svg>
      ${buttons}
    </div>
  `;
}
