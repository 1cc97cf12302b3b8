/** Where the labels of the lines from an open card's place stand: in pixels, clear of its ring, of the symbols at the
 * ends, of one another, and of what lies over the map; and on few households and other services.
 */

import { findPadding, isPhone } from "./padding.js";
import { SERVICES } from "./palette.js";

const FONT = "600 13px system-ui, sans-serif";
const [HIGH, AIR] = [18, 3]; // pixels: of a label, and around it
const [RING, SYMBOL] = [18, 15]; // pixels from the middle
const [STEP, FIRST] = [10, 150]; // pixels along a line: between two places that are tried, and where one is wanted
const BESIDE = 1.5; // what a place beside the line costs, against one on a household
const CROSSING = 2; // and one that lies on another line
const BAR = 72; // pixels above, where a phone has its menu, bell and search
const [DOT, CIRCLE] = [5, 20]; // pixels from the middle of a household, and of a circle with a number
const FAR = 120; // pixels off the wanted place that cost as much as one household
const POINTS = ["points", "groupes", "terrain", ...Object.keys(SERVICES)];
const OVER = ".legende-carte, .maplibregl-ctrl-bottom-right .maplibregl-ctrl";

const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
function measure(text) {
  pen.font = FONT;
  return pen.measureText(text).width;
}

const makeBox = ({ x, y }, wide, high) => [x - wide / 2, y - high / 2, x + wide / 2, y + high / 2];
const meets = (one, other) => one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];
const isInside = (box, room) => box[0] >= room[0] && box[1] >= room[1] && box[2] <= room[2] && box[3] <= room[3];

/** Return the room that labels have: what the panels leave; on a page all of it. */
function findRoom(map) {
  const { clientWidth, clientHeight } = map.getContainer();
  if (clientWidth !== innerWidth) return { room: [0, 0, clientWidth, clientHeight], over: [] };
  const { left, bottom } = findPadding();
  const card = isPhone() ? null : document.querySelector(".fiche")?.getBoundingClientRect();
  const over = [...document.querySelectorAll(OVER)].map((one) => one.getBoundingClientRect());
  const right = card?.left ?? clientWidth;
  return {
    room: [Math.max(left - 26, 4), isPhone() ? BAR : 8, right - 6, clientHeight - Math.max(bottom - 40, 4)],
    over: over.map((box) => [box.left, box.top, box.right, box.bottom]),
  };
}

/** List the places that are tried for a label: along its line, then about the symbol at its end. */
function listPlaces(from, to, wide) {
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  const wanted = Math.min(long / 2, FIRST);
  const along = [];
  for (let far = 0; far <= long; far += STEP) {
    const part = far / Math.max(long, 1);
    const at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
    along.push({ at, cost: Math.abs(far - wanted) / FAR });
  }
  const aside = SYMBOL + AIR + 1;
  const about = [
    [aside + wide / 2, 0],
    [-aside - wide / 2, 0],
    [0, aside + HIGH / 2],
    [0, -aside - HIGH / 2],
  ];
  return [...along, ...about.map(([x, y]) => ({ at: { x: to.x + x, y: to.y + y }, cost: BESIDE }))];
}

/** Tell whether a line passes through a box. */
function crosses([from, to], box) {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP);
  for (let step = 0; step <= steps; step += 1) {
    const [x, y] = ["x", "y"].map((axis) => from[axis] + ((to[axis] - from[axis]) * step) / Math.max(steps, 1));
    if (x > box[0] && x < box[2] && y > box[1] && y < box[3]) return true;
  }
  return false;
}

/** List the points of households and services that are drawn, and how far each reaches from its middle. */
function listPoints(map) {
  const layers = POINTS.filter((layer) => map.getLayer(layer));
  if (!layers.length) return [];
  return map.queryRenderedFeatures({ layers }).map(({ geometry, layer }) => {
    const { x, y } = map.project(geometry.coordinates);
    return { x, y, half: layer.id === "groupes" ? CIRCLE : DOT };
  });
}

/** Return where the label of each line stands as [longitude, latitude], or null where it has no room in sight. */
export function placeLabels(map, centre, ends) {
  const from = map.project(centre);
  const targets = ends.map(({ at }) => map.project(at));
  const points = listPoints(map);
  const { room, over } = findRoom(map);
  const taken = [
    makeBox(from, 2 * RING, 2 * RING),
    ...targets.map((to) => makeBox(to, 2 * SYMBOL, 2 * SYMBOL)),
    ...over,
  ];
  return ends.map(({ label }, rank) => {
    const wide = measure(label) + 2 * AIR;
    const others = targets.filter((_, place) => place !== rank);
    const judge = ({ at, cost }) => {
      const box = makeBox(at, wide, HIGH);
      if (!isInside(box, room) || taken.some((other) => meets(box, other))) return [];
      const covered = points
        .filter(({ x, y, half }) => meets(box, [x - half, y - half, x + half, y + half]))
        .reduce((sum, { half }) => sum + half / DOT, 0);
      const lines = others.filter((to) => crosses([from, to], box)).length;
      return [{ at, box, cost: cost + covered + CROSSING * lines }];
    };
    const [best] = listPlaces(from, targets[rank], wide)
      .flatMap(judge)
      .sort((one, other) => one.cost - other.cost);
    if (!best) return null;
    taken.push(best.box);
    return map.unproject([best.at.x, best.at.y]).toArray();
  });
}
