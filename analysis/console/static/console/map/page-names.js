/** The names of regions that the map left out, as circles took their room: on a page they stand beside, with a line. */

const NAMES = ["noms-regions", "noms-grandes-regions"];
const TAKEN = [...NAMES, "groupes", "points", "nombres", "petits-nombres", "plaintes-points", "noms-pays"];
const LAND = "terre";
const [SIZE, DIRECTIONS, FARTHEST] = [14, 24, 12]; // pixels of the map, directions, ems
const NEAR = 2; // ems: from here on a line leads from the region to its name
const [INK, HALO] = ["#17211f", "#ffffff"];

/** List [longitude, latitude, name] of the regions in sight whose names are not drawn. */
function listMissing(map) {
  const has = (layer) => map.getLayer(layer);
  if (!NAMES.every(has)) return [];
  const drawn = new Set(map.queryRenderedFeatures({ layers: NAMES }).map(({ properties }) => properties.nom));
  // Without those that a map of secteurs leaves out, which has their names already.
  const all = NAMES.flatMap((layer) => map.querySourceFeatures("noms", { filter: map.getFilter(layer) }));
  const places = new Map(all.map(({ properties, geometry }) => [properties.nom, geometry.coordinates]));
  const isMissing = ([name, at]) => !drawn.has(name) && map.getBounds().contains(at);
  return [...places].filter(isMissing).map(([name, at]) => ({ name, at: map.project(at) }));
}

const [STEPS, ROOM] = [24, 4]; // points of a line that are looked at, and the room about each

/** List the points of a line from a region to its name. */
function listPoints(from, to) {
  const find = (axis, step) => from[axis] + ((to[axis] - from[axis]) * step) / STEPS;
  return [...Array(STEPS).keys()].map((step) => [find("x", step), find("y", step)]);
}

/** Tell whether a line passes through one of the boxes. */
const crosses = (from, to, boxes) =>
  listPoints(from, to).some(([x, y]) =>
    boxes.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom),
  );

/** Return the middle of the nearest free room for a name: on the sea or on its own region; null without one. */
function findRoom(map, { name, at, width }, others) {
  const layers = TAKEN.filter((layer) => map.getLayer(layer));
  const canvas = map.getContainer();
  for (let far = 1; far <= FARTHEST; far += 0.5) {
    for (let turn = 0; turn < DIRECTIONS; turn++) {
      const angle = (turn * 2 * Math.PI) / DIRECTIONS;
      const [x, y] = [at.x + far * SIZE * Math.cos(angle) * 1.4, at.y + far * SIZE * Math.sin(angle)];
      const box = [x - width / 2 - 3, y - SIZE / 2 - 2, x + width / 2 + 3, y + SIZE / 2 + 2];
      const [left, top, right, bottom] = box;
      const isInside = left > 0 && top > 0 && right < canvas.clientWidth && bottom < canvas.clientHeight;
      const meets = (other) => left < other[2] && right > other[0] && top < other[3] && bottom > other[1];
      if (!isInside || others.some(meets) || crosses(at, { x, y }, others)) continue;
      const corners = [
        [left, top],
        [right, bottom],
      ];
      const land = map.queryRenderedFeatures(corners, { layers: [LAND] });
      if (land.some(({ properties }) => properties.nom !== name)) continue;
      if (!map.queryRenderedFeatures(corners, { layers }).length) return { x, y, far, box };
    }
  }
  return null;
}

function drawLine(pen, from, { x, y }) {
  for (const [colour, width] of [
    [HALO, 3],
    [INK, 1],
  ]) {
    [pen.strokeStyle, pen.lineWidth] = [colour, width];
    pen.beginPath();
    pen.moveTo(from.x, from.y);
    pen.lineTo(x, y);
    pen.stroke();
  }
}

/** Find a room for each name, in this order: [{name, at, room}] of those that have one. */
function arrange(map, names) {
  /** @type {number[][]} */
  const taken = [];
  return names.flatMap(({ name, at, width }) => {
    const room = findRoom(map, { name, at, width }, taken);
    if (!room) return [];
    taken.push(room.box);
    if (room.far > NEAR) {
      taken.push(...listPoints(at, room).map(([x, y]) => [x - ROOM, y - ROOM, x + ROOM, y + ROOM]));
    }
    return [{ name, at, room }];
  });
}

/** Return the better of two arrangements: with more names, else with shorter lines. */
function chooseBetter(one, other) {
  const sum = (placed) => placed.reduce((total, { room }) => total + room.far, 0);
  if (one.length !== other.length) return one.length > other.length ? one : other;
  return sum(one) <= sum(other) ? one : other;
}

/** Write the missing names on a copy of the map. `sharp`: pixels of the copy for a pixel of the map. */
export function writeMissingNames(map, copy, sharp) {
  const pen = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
  pen.save();
  pen.scale(sharp, sharp);
  pen.font = `600 ${SIZE}px system-ui, sans-serif`;
  [pen.textAlign, pen.textBaseline, pen.lineJoin] = ["center", "middle", "round"];
  const missing = listMissing(map).map((one) => ({ ...one, width: pen.measureText(one.name).width }));
  // Which is placed first decides whether there is room for the others.
  const placed = chooseBetter(arrange(map, missing), arrange(map, [...missing].reverse()));
  for (const { name, at, room } of placed) {
    if (room.far > NEAR) drawLine(pen, at, room);
    [pen.strokeStyle, pen.lineWidth, pen.fillStyle] = [HALO, 4, INK];
    pen.strokeText(name, room.x, room.y);
    pen.fillText(name, room.x, room.y);
  }
  pen.restore();
}
