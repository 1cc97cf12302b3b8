/** Where the names of regions may stand: on their own land, or beside it on the sea, and on that of no other region. */

import { listCountry } from "./country.js";
import { listRings } from "./ground.js";
import { NEIGHBOURS } from "./neighbours.js";

/** Secteurs: a region of fewer is a small one. */
export const SMALL = 4;
const COLUMNS = 280;
const RIM = 0.4; // degrees around the country, of the neighbours' land and the sea
const [ACROSS, DOWN] = [9, 3]; // points of a name's box that are looked at
const LETTER = 0.6; // ems: the width of a letter, about
const FARTHEST = 7; // ems
// Ems: a name on the sea is no farther from its region, which has no room for it when it is small.
const [MARGIN, WIDE_MARGIN] = [0.5, 2.5];
const MOST = 150; // places for a name on its region, and as many beside it: the nearest are full of circles
const WIDE = 3; // times as wide as high: a name, about
const FINE = 24; // rows and columns among which the point of a region is looked for

/** Offsets from the middle of a region in ems, the nearest first. */
const STEPS = [...Array(29).keys()].map((step) => (step - 14) / 2);
const OFFSETS = STEPS.flatMap((x) => STEPS.map((y) => [x, y]))
  .filter((offset) => Math.hypot(...offset) <= FARTHEST)
  .sort((one, other) => Math.hypot(...one) - Math.hypot(...other));

/** List where the border crosses a latitude, from west to east. */
function listCrossings(rings, latitude) {
  const found = [];
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [[x, y], [nextX, nextY]] = [ring[at - 1], ring[at]];
      if (y > latitude !== nextY > latitude) found.push(x + ((latitude - y) / (nextY - y)) * (nextX - x));
    }
  }
  return found.sort((one, other) => one - other);
}

/** Return a function from longitude and latitude to the name of the region that lies there; undefined on the sea. Land
 * of nobody's region has the id of its outline in place of a name. */
export function makeLandLookup(outlines) {
  const corners = outlines.flatMap(({ geometry }) => listRings(geometry).flat());
  const [[west, east], [south, north]] = [0, 1].map((axis) => {
    const values = corners.map((corner) => corner[axis]);
    return [Math.min(...values) - RIM, Math.max(...values) + RIM];
  });
  const side = (east - west) / COLUMNS;
  const rows = Math.ceil((north - south) / side);
  const land = new Map();
  const around = [NEIGHBOURS, ...listCountry()].map(({ id, geometry }) => ({ nom: id, geometry }));
  for (const { nom, geometry } of [...around, ...outlines]) {
    for (let row = 0; row < rows; row++) {
      const crossings = listCrossings(listRings(geometry), south + (row + 0.5) * side);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const last = Math.min(Math.floor((crossings[at + 1] - west) / side), COLUMNS - 1);
        for (let cell = Math.max(Math.floor((crossings[at] - west) / side), 0); cell <= last; cell++) {
          land.set(row * COLUMNS + cell, nom);
        }
      }
    }
  }
  const limit = (value, least, most) => Math.min(Math.max(value, least), most);
  return (x, y) => {
    const row = limit(Math.floor((y - south) / side), 0, rows - 1);
    return land.get(row * COLUMNS + limit(Math.floor((x - west) / side), 0, COLUMNS - 1));
  };
}

/**
 * Return which parts of a box about a place lie on the region and on others: of 0 to 1.
 * @param {(x: number, y: number) => string | undefined} find
 * @param {string} nom
 * @param {number[]} at
 * @param {number[]} size
 */
function weigh(find, nom, at, size) {
  const [[x, y], [width, height]] = [at, size];
  let [own, other] = [0, 0];
  for (let column = 0; column < ACROSS; column++) {
    for (let row = 0; row < DOWN; row++) {
      const found = find(x + (column / (ACROSS - 1) - 0.5) * width, y + (row / (DOWN - 1) - 0.5) * height);
      if (found === nom) own += 1;
      else if (found) other += 1;
    }
  }
  return { own: own / (ACROSS * DOWN), other: other / (ACROSS * DOWN) };
}

const measureArea = (ring) =>
  Math.abs(ring.reduce((sum, [x, y], at) => sum + x * ring.at(at - 1)[1] - ring.at(at - 1)[0] * y, 0));

/** Return how far a point is from a border's nearest line; what lies beside it is nearer: names are wide.
 * @param {number[]} point
 * @param {number[][]} line */
function measureRoom([x, y], [[x1, y1], [x2, y2]]) {
  const [dx, dy, px, py] = [(x2 - x1) / WIDE, y2 - y1, (x - x1) / WIDE, y - y1];
  const part = Math.min(Math.max((px * dx + py * dy) / (dx * dx + dy * dy || 1), 0), 1);
  return Math.hypot(px - part * dx, py - part * dy);
}

/** Return where a name has most room within an outline: in the largest of its parts, far from its borders. */
export function findLabelPoint(geometry) {
  const rings = listRings(geometry);
  const ring = rings.reduce((largest, one) => (measureArea(one) > measureArea(largest) ? one : largest));
  const lines = ring.slice(1).map((corner, at) => [ring[at], corner]);
  const [ys, best] = [ring.map(([, y]) => y), { room: -1, at: ring[0] }];
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  for (let row = 0; row < FINE; row++) {
    const y = south + ((row + 0.5) / FINE) * (north - south);
    const crossings = listCrossings([ring], y);
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      for (let column = 1; column < FINE; column++) {
        const x = crossings[at] + (column / FINE) * (crossings[at + 1] - crossings[at]);
        const room = Math.min(...lines.map((line) => measureRoom([x, y], line)));
        if (room > best.room) Object.assign(best, { room, at: [x, y] });
      }
    }
  }
  return best.at;
}

/** Move the names of regions onto their land. */
export function placeLabels(labels, outlines) {
  const points = new Map(outlines.map(({ nom, geometry }) => [nom, findLabelPoint(geometry)]));
  const move = (label) => {
    const { kind, nom } = label.properties;
    const coordinates = kind === "region" ? points.get(nom) : null;
    return coordinates ? { ...label, geometry: { ...label.geometry, coordinates } } : label;
  };
  return { ...labels, features: labels.features.map(move) };
}

/**
 * List where the name of a region may stand, the best first: offsets in ems from its point. `find` is what
 * `makeLandLookup` makes, `ems` how many degrees of longitude and latitude an em is at the zooms between which a name
 * keeps its place, `isSmall` whether the region is a small one. None lies on another region's land.
 * @param {(x: number, y: number) => string | undefined} find
 * @param {{nom: string, isSmall: boolean}} region
 * @param {number[]} centre
 * @param {number[][]} ems
 */
export function listNamePlaces(find, { nom, isSmall }, centre, ems) {
  const [x, y] = centre;
  const margin = isSmall ? WIDE_MARGIN : MARGIN;
  const look = (/** @type {number[]} */ [right, below], /** @type {number[]} */ [emX, emY]) => {
    const at = [x + right * emX, y - below * emY];
    const size = [nom.length * LETTER * emX, emY];
    const near = [size[0] + 2 * margin * emX, size[1] + 2 * margin * emY];
    return { isNear: weigh(find, nom, at, near).own > 0, ...weigh(find, nom, at, size) };
  };
  const places = OFFSETS.map((offset) => {
    const seen = ems.map((em) => look(offset, em));
    return { offset, own: Math.min(...seen.map(({ own }) => own)), seen };
  });
  const free = places.filter(({ seen }) => seen.every(({ isNear, other }) => isNear && other === 0));
  const inside = free.filter(({ own }) => own === 1);
  const beside = free.filter(({ own }) => own < 1);
  return [...inside.slice(0, MOST), ...beside.slice(0, MOST)].map(({ offset }) => offset);
}
