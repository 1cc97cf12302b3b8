/** A plan of where a house lies among the services around it, for paper: to scale, north above, without a map. */

import { listPositions } from "../cards/nearest.js";
import { distance, t } from "../i18n.js";
import { html } from "../preact.js";

const [WIDTH, HEIGHT] = [360, 200];
const ROOM = 76; // units from the house to the outermost service
const HALF = 72; // units of half a label
const DEGREE = 111_320; // metres of a degree of latitude
const FAR = 3; // a service so many times as far as the second one would push the others into one spot
const LENGTHS = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000]; // metres of a scale bar

/** List the services that fit one drawing: {kind, far, x, y}, metres east and north of the house. */
function measureAround([lng, lat], near) {
  const all = listPositions(near).map(({ at, kind, far }) => {
    const x = (at[0] - lng) * DEGREE * Math.cos((lat * Math.PI) / 180);
    const y = (at[1] - lat) * DEGREE;
    return { kind, far, x, y, metres: Math.hypot(x, y) };
  });
  all.sort((one, other) => one.metres - other.metres);
  const limit = FAR * (all[1] ?? all[0])?.metres;
  return all.filter(({ metres }) => metres <= limit);
}

function Service({ service, scale }) {
  const [x, y] = [WIDTH / 2 + service.x * scale, HEIGHT / 2 - service.y * scale];
  const middle = Math.min(WIDTH - HALF, Math.max(HALF, x));
  return html`
    <g>
      <line x1=${WIDTH / 2} y1=${HEIGHT / 2} x2=${x} y2=${y} stroke="#888" stroke-dasharray="4 4" />
      <circle cx=${x} cy=${y} r="5" fill="#fff" stroke="#000" stroke-width="2" />
      <text x=${middle} y=${y + (y < HEIGHT / 2 ? -9 : 19)} text-anchor="middle" font-size="14">
        ${t(`couche.${service.kind}.un`)} · ${service.far}
      </text>
    </g>
  `;
}

/** `centre`: [lng, lat] or null; nothing is drawn of a house without a position, or with nothing around it. */
export function SheetSketch({ centre, near }) {
  const around = centre ? measureAround(centre, near) : [];
  if (!around.length) return null;
  const scale = ROOM / Math.max(...around.map(({ metres }) => metres), 1);
  const length = LENGTHS.findLast((one) => one * scale <= WIDTH / 4) ?? LENGTHS[0];
  return html`
    <svg class="plan-a4" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("papier.plan")}>
      ${around.map((service) => html`<${Service} key=${service.kind} service=${service} scale=${scale} />`)}
      <rect x=${WIDTH / 2 - 6} y=${HEIGHT / 2 - 6} width="12" height="12" fill="#000" />
      <path d="M 12 28 L 18 8 L 24 28 L 18 23 Z" fill="#000" />
      <text x="18" y="43" text-anchor="middle" font-size="14" font-weight="600">N</text>
      <path d="M 12 ${HEIGHT - 14} v 6 h ${length * scale} v -6" fill="none" stroke="#000" stroke-width="2" />
      <text x="12" y=${HEIGHT - 19} font-size="14">${distance(length)}</text>
    </svg>
  `;
}
