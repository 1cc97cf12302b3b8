/** A plan of where a house lies among the services around it, for paper: to scale, north above, without a map. */

import { listPositions } from "../cards/nearest.js";
import { distance, t } from "../i18n.js";
import { html } from "../preact.js";

const [WIDTH, HEIGHT] = [360, 200];
const ROOM = 76; // units from the house to the outermost service
const LETTER = 7; // units of a letter of a label, about
const LINE = 15; // units of a line of labels
const EDGE = 4; // units between a label and the frame
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

/** Find where a label stands: beside its service, else a line further off, clear of all that is drawn already. */
function placeLabel({ x, y, text }, taken) {
  const half = (text.length * LETTER) / 2 + EDGE;
  const middle = Math.min(WIDTH - half, Math.max(half, x));
  const [above, below] = [y - 9, y + 19];
  const isAbove = y < HEIGHT / 2;
  const lines = [0, 1, 2, 3, 4].flatMap((n) => {
    const [up, down] = [above - n * LINE, below + n * LINE];
    return isAbove ? [up, down] : [down, up];
  });
  const boxes = lines.map((base) => ({ middle, base, ...makeBox(middle, base, half, LINE - 3, 3) }));
  const inside = boxes.filter(({ top, bottom }) => top >= EDGE && bottom <= HEIGHT - EDGE);
  return inside.find((box) => taken.every((one) => isApart(box, one))) ?? inside[0] ?? boxes[0];
}

/** Place the services and their labels: none stands over another one, a service, the house, the arrow or the scale. */
function placeServices(around, scale) {
  const spots = around.map(({ kind, far, x, y }) => ({
    kind,
    text: `${t(`couche.${kind}.un`)} · ${far}`,
    x: WIDTH / 2 + x * scale,
    y: HEIGHT / 2 - y * scale,
  }));
  const taken = [
    makeBox(WIDTH / 2, HEIGHT / 2, 7, 7, 7),
    { left: 0, right: 30, top: 0, bottom: 46 },
    { left: 0, right: WIDTH / 4 + 14, top: HEIGHT - 36, bottom: HEIGHT },
    ...spots.map(({ x, y }) => makeBox(x, y, 6, 6, 6)),
  ];
  return spots.map((spot) => {
    const label = placeLabel(spot, taken);
    taken.push(label);
    return { ...spot, label };
  });
}

const Service = ({ x, y, text, label }) => html`
  <g>
    <line x1=${WIDTH / 2} y1=${HEIGHT / 2} x2=${x} y2=${y} stroke="#888" stroke-dasharray="4 4" />
    <circle cx=${x} cy=${y} r="5" fill="#fff" stroke="#000" stroke-width="2" />
    <text x=${label.middle} y=${label.base} text-anchor="middle" font-size="14">${text}</text>
  </g>
`;

/** `centre`: [lng, lat] or null; nothing is drawn of a house without a position, or with nothing around it. */
export function SheetSketch({ centre, near }) {
  const around = centre ? measureAround(centre, near) : [];
  if (!around.length) return null;
  const scale = ROOM / Math.max(...around.map(({ metres }) => metres), 1);
  const length = LENGTHS.findLast((one) => one * scale <= WIDTH / 4) ?? LENGTHS[0];
  return html`
    <svg class="plan-a4" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("papier.plan")}>
      ${placeServices(around, scale).map((one) => html`<${Service} key=${one.kind} ...${one} />`)}
      <rect x=${WIDTH / 2 - 6} y=${HEIGHT / 2 - 6} width="12" height="12" fill="#000" />
      <path d="M 12 28 L 18 8 L 24 28 L 18 23 Z" fill="#000" />
      <text x="18" y="43" text-anchor="middle" font-size="14" font-weight="600">N</text>
      <path d="M 12 ${HEIGHT - 14} v 6 h ${length * scale} v -6" fill="none" stroke="#000" stroke-width="2" />
      <text x="12" y=${HEIGHT - 19} font-size="14">${distance(length)}</text>
    </svg>
  `;
}
