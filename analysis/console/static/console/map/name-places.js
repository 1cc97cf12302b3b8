/** Where the names of regions may stand: on their own land, or beside it on the sea, and on that of no other region. */

import { listRings } from "./ground.js";

/** Secteurs: a region of fewer is a small one. */
export const SMALL = 4;
const COLUMNS = 220;
const [ACROSS, DOWN] = [9, 3]; // points of a name's box that are looked at
const LETTER = 0.6; // ems: the width of a letter, about
const FARTHEST = 7; // ems
// Ems: a name on the sea is no farther from its region, which has no room for it when it is small.
const [MARGIN, WIDE_MARGIN] = [0.5, 1.7];
const MOST = 18; // places for a name on its region, and as many beside it
const MOST_SMALL = 60; // beside a small region: the nearest are full of its circles
const SLACK = 0.12; // of a name, that may lie on other regions where none of its places is free of them

/** Offsets from the middle of a region in ems, the nearest first. */
const OFFSETS = [...Array(19).keys()]
  .flatMap((x) => [...Array(19).keys()].map((y) => [(x - 9) * 0.75, (y - 9) * 0.7]))
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

/** Return a function from longitude and latitude to the name of the region that lies there; undefined on the sea. */
export function makeLandLookup(outlines) {
  const corners = outlines.flatMap(({ geometry }) => listRings(geometry).flat());
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  const [west, south] = [Math.min(...xs), Math.min(...ys)];
  const side = (Math.max(...xs) - west) / COLUMNS;
  const rows = Math.ceil((Math.max(...ys) - south) / side);
  const land = new Map();
  for (const { nom, geometry } of outlines) {
    for (let row = 0; row < rows; row++) {
      const crossings = listCrossings(listRings(geometry), south + (row + 0.5) * side);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const last = Math.floor((crossings[at + 1] - west) / side);
        for (let cell = Math.floor((crossings[at] - west) / side); cell <= last; cell++) {
          land.set(row * COLUMNS + cell, nom);
        }
      }
    }
  }
  return (x, y) => land.get(Math.floor((y - south) / side) * COLUMNS + Math.floor((x - west) / side));
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

/**
 * List where the name of a region may stand, the best first: offsets in ems from its middle. `find` is what
 * `makeLandLookup` makes, `em` how many degrees of longitude and latitude an em is, `isSmall` whether the region is a
 * small one.
 * @param {(x: number, y: number) => string | undefined} find
 * @param {{nom: string, isSmall: boolean}} region
 * @param {number[]} centre
 * @param {number[]} em
 */
export function listNamePlaces(find, { nom, isSmall }, centre, em) {
  const [[x, y], [emX, emY]] = [centre, em];
  const size = [nom.length * LETTER * emX, emY];
  const margin = isSmall ? WIDE_MARGIN : MARGIN;
  const near = [size[0] + 2 * margin * emX, size[1] + 2 * margin * emY];
  const places = OFFSETS.map(([right, below]) => {
    const at = [x + right * emX, y - below * emY];
    const isNear = weigh(find, nom, at, near).own > 0;
    return { offset: [right, below], isNear, ...weigh(find, nom, at, size) };
  }).filter(({ isNear }) => isNear);
  const least = Math.min(...places.map(({ other }) => other));
  const inside = places.filter(({ own }) => own === 1);
  const beside = places.filter(({ own, other }) => own < 1 && other <= least + SLACK);
  return [...inside.slice(0, MOST), ...beside.slice(0, isSmall ? MOST_SMALL : MOST)].map(({ offset }) => offset);
}
