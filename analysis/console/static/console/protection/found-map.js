/** A map of what was found near a place: the place, and the services with their numbers in the list. */

import { code, t } from "../i18n.js";
import { fitPoints, HEIGHT, Land, Names, NO_GROUND, placeNames, readGround, Spot, WIDTH } from "../map/ground.js";
import { html, useEffect, useMemo } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { colourOf } from "./service-map.js";

const SIDE = 20; // what a number takes of the picture

/** Return where each number stands: beside those that have its place already. */
function spread(points) {
  const taken = [];
  for (const [x, y] of points) {
    let at = x;
    while (taken.some(([left, top]) => Math.abs(left - at) < SIDE && Math.abs(top - y) < SIDE)) at += SIDE + 2;
    taken.push([at, y]);
  }
  return taken;
}

/** The number of a service, here and in the list. */
export const Numbered = ({ place, type }) => html`
  <span class="plan-numero" style=${{ background: colourOf(type) }}>${place}</span>
`;

const CARE = colourOf("centre_sante");
const LETTERS = "ABC";

/** The letter of a place of ordinary care, here and in its list. */
export const CareSign = ({ at }) => html`
  <span class="plan-numero" style=${{ background: CARE }}>${LETTERS[at]}</span>
`;

function Mark({ at: [x, y], sign, name, kind, colour }) {
  const said = `${sign}. ${name}, ${kind}`;
  return html`
    <g role="img" aria-label=${said}>
      <title>${said}</title>
      <circle cx=${x} cy=${y} r="10" fill=${colour} stroke="#fff" stroke-width="2" />
      <text class="plan-chiffre" x=${x} y=${y + 4}>${sign}</text>
    </g>
  `;
}

const describeCare = (one, at) => ({ sign: LETTERS[at], name: one.nom, kind: one.typeLabel, colour: CARE });

const describeService = (one, at) => ({
  sign: at + 1,
  name: one.nom,
  kind: code("typeservice", one.typeService, one.typeLabel),
  colour: colourOf(one.typeService),
});

/** `care`: ordinary care that is nearer (ordinary-care.js), by its letters. */
export function FoundMap({ spot, services, care }) {
  const ground = useMemo(createLoader, []);
  useEffect(() => {
    ground.load(readGround);
  }, []);
  const { outlines, villages } = ground.value ?? NO_GROUND;
  const at = ({ longitude, latitude }) => /** @type {[number, number]} */ ([longitude, latitude]);
  const signs = [...care.map(describeCare), ...services.map(describeService)];
  const points = [spot, ...care, ...services].map(at);
  const { place } = fitPoints(points);
  const [mark, ...marks] = spread(points.map(place));
  const isVisible = (at) => at[0] > 0 && at[0] < WIDTH && at[1] > 12 && at[1] < HEIGHT;
  // The places of the services are named first, then as many others as there is room for.
  const wanted = new Set(services.map(({ localite }) => localite));
  const named = villages
    .map(({ id, nom, longitude, latitude }) => ({ id, nom, centre: [longitude, latitude] }))
    .filter(({ centre }) => isVisible(place(centre)))
    .sort((one, other) => Number(wanted.has(other.nom)) - Number(wanted.has(one.nom)));
  return html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="plan" role="group" aria-label=${t("protection.plan.trouves")}>
      <${Land} outlines=${outlines} place=${place} />
      <${Names} names=${placeNames(named, place, [mark, ...marks]).slice(0, services.length + 8)} />
      <${Spot} at=${mark} />
      ${signs.map((sign, at) => html`<${Mark} ...${sign} at=${marks[at]} key=${sign.sign} />`)}
    </svg>
    <p class="doux petit">${t(care.length ? "protection.plan.lire.soins" : "protection.plan.lire")}</p>
  `;
}
