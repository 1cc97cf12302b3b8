/** A plan of where a house lies among the services around it, for paper: to scale, north above, without a map;
 * each has the number of its label. */

import { listPositions } from "../cards/nearest.js";
import { distance, t } from "../i18n.js";
import { html } from "../preact.js";

const [WIDTH, HEIGHT] = [360, 200];
const ROOM = 76; // units from the house to the outermost service
const LETTER = 7; // units of a letter of a label, about
const LINE = 15; // units of a line of labels
const EDGE = 4; // units between a label and the frame
const RADIUS = 8; // units of the circle of a service, which holds its number
const NEAREST = 17; // units: a service that is nearer is drawn beside the house, not over it
const BESIDE = 1; // units between a circle and the box of its label
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

const makeBox = (x, y, half, above, below) => ({ left: x - half, right: x + half, top: y - above, bottom: y + below });
const isApart = (one, other) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;

/** Find where a label stands: beside its service on the outer side, else on the inner, else lines above or below it,
 * clear of all that is drawn already. */
function placeLabel({ x, y, text }, taken) {
  const half = (text.length * LETTER) / 2 + EDGE;
  const middle = Math.min(WIDTH - half, Math.max(half, x));
  const [above, below] = [y - 12, y + 22];
  const isAbove = y < HEIGHT / 2;
  const lines = [0, 1, 2, 3, 4].flatMap((n) => {
    const [up, down] = [above - n * LINE, below + n * LINE];
    return isAbove ? [up, down] : [down, up];
  });
  const [right, left] = [x + half + RADIUS + BESIDE, x - half - RADIUS - BESIDE];
  const sides = x < WIDTH / 2 ? [left, right] : [right, left];
  const make = (at, base) => ({ middle: at, base, ...makeBox(at, base, half, LINE - 3, 3) });
  const boxes = [...sides.map((at) => make(at, y + 5)), ...lines.map((base) => make(middle, base))];
  const isInside = (box) => box.left >= 0 && box.right <= WIDTH && box.top >= EDGE && box.bottom <= HEIGHT - EDGE;
  const inside = boxes.filter(isInside);
  return inside.find((box) => taken.every((one) => isApart(box, one))) ?? inside[0] ?? boxes[0];
}

/** Place the services and their labels: none stands over another one, a service, the house, the arrow or the scale. */
function placeServices(around, scale) {
  const spread = (metres) => Math.max(scale, NEAREST / Math.max(metres, 1));
  const spots = around.map(({ kind, far, x, y, metres }, place) => ({
    kind,
    digit: place + 1,
    text: `${place + 1} ${t(`couche.${kind}.un`)} · ${far}`,
    x: WIDTH / 2 + x * spread(metres),
    y: HEIGHT / 2 - y * spread(metres),
  }));
  const taken = [
    makeBox(WIDTH / 2, HEIGHT / 2, 7, 7, 7),
    { left: 0, right: 30, top: 0, bottom: 46 },
    { left: 0, right: WIDTH / 4 + 14, top: HEIGHT - 36, bottom: HEIGHT },
    ...spots.map(({ x, y }) => makeBox(x, y, RADIUS, RADIUS, RADIUS)),
  ];
  return spots.map((spot) => {
    const label = placeLabel(spot, taken);
    taken.push(label);
    return { ...spot, label };
  });
}

const Way = ({ x, y }) => html`
  <line x1=${WIDTH / 2} y1=${HEIGHT / 2} x2=${x} y2=${y} stroke="#888" stroke-dasharray="4 4" />
`;

const HALO = { "paint-order": "stroke", stroke: "#fff", "stroke-width": 4, "stroke-linejoin": "round" }; // over lines

const Service = ({ x, y, digit, text, label }) => html`
  <g>
    <circle cx=${x} cy=${y} r=${RADIUS} fill="#fff" stroke="#000" stroke-width="1.5" />
    <text x=${x} y=${y + 4} text-anchor="middle" font-size="12" font-weight="600">${digit}</text>
    <text x=${label.middle} y=${label.base} text-anchor="middle" font-size="14" ...${HALO}>${text}</text>
  </g>
`;

/** `centre`: [lng, lat] or null; nothing is drawn of a house without a position, or with nothing around it. */
export function SheetSketch({ centre, near }) {
  const around = centre ? measureAround(centre, near) : [];
  if (!around.length) return null;
  const scale = ROOM / Math.max(...around.map(({ metres }) => metres), 1);
  const length = LENGTHS.findLast((one) => one * scale <= WIDTH / 4) ?? LENGTHS[0];
  const services = placeServices(around, scale);
  return html`
    <svg class="plan-a4" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("papier.plan")}>
      ${services.map((one) => html`<${Way} key=${`trait-${one.kind}`} ...${one} />`)}
      <rect x=${WIDTH / 2 - 6} y=${HEIGHT / 2 - 6} width="12" height="12" fill="#000" />
      ${services.map((one) => html`<${Service} key=${one.kind} ...${one} />`)}
      <path d="M 12 28 L 18 8 L 24 28 L 18 23 Z" fill="#000" />
      <text x="18" y="43" text-anchor="middle" font-size="14" font-weight="600">N</text>
      <path d="M 12 ${HEIGHT - 14} v 6 h ${length * scale} v -6" fill="none" stroke="#000" stroke-width="2" />
      <text x="12" y=${HEIGHT - 19} font-size="14">${distance(length)}</text>
    </svg>
  `;
}
