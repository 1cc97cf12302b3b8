/** Where in the country a page's map lies: a small map of it with the frame, where the page does not hold all of it. */

import * as places from "../server/places.js";
import { COUNTRY } from "./country.js";
import { listRings } from "./ground.js";

const [TOP, HEIGHT, GAP] = [5, 54, 14]; // points
const LEAST = 5; // points: a frame that is smaller is not seen
const [LAND, EDGE, FRAME] = ["#e3e8e4", "#7f8f8a", "#c2261b"];

const corners = listRings(COUNTRY.geometry).flat();
const edge = (choose, axis) => choose(...corners.map((corner) => corner[axis]));
const [WEST, EAST] = [edge(Math.min, 0), edge(Math.max, 0)];
const [SOUTH, NORTH] = [edge(Math.min, 1), edge(Math.max, 1)];
const SCALE = HEIGHT / (NORTH - SOUTH); // points of a degree of latitude
const SQUEEZE = Math.cos((((NORTH + SOUTH) / 2) * Math.PI) / 180);
const WIDTH = (EAST - WEST) * SCALE * SQUEEZE;

/** Tell whether a frame [[west, south], [east, north]] holds all of the country. */
const holdsCountry = ([[west, south], [east, north]]) =>
  west <= WEST && south <= SOUTH && east >= EAST && north >= NORTH;

/** Return the width in points that the small map takes with the gap beside it; 0 where there is none. */
export const findLocatorWidth = (bounds) => (holdsCountry(bounds) ? 0 : WIDTH + GAP);

/** Draw the small map with its right edge at `right`, in the head of the page. */
export async function drawLocator(pen, right, bounds) {
  if (holdsCountry(bounds)) return;
  const outlines = await places.listOutlines().catch(() => []);
  const place = ([lng, lat]) => [right - (EAST - lng) * SCALE * SQUEEZE, TOP + (NORTH - lat) * SCALE];
  const trace = (ring) => {
    for (const [at, corner] of ring.entries()) pen[at ? "lineTo" : "moveTo"](...place(corner));
  };
  pen.save();
  pen.fillStyle = LAND;
  pen.beginPath();
  for (const ring of listRings(COUNTRY.geometry)) trace(ring);
  pen.fill();
  pen.strokeStyle = EDGE;
  pen.lineWidth = 0.4;
  pen.beginPath();
  for (const { geometry } of outlines) if (geometry) for (const ring of listRings(geometry)) trace(ring);
  pen.stroke();
  const [[west, south], [east, north]] = bounds;
  const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
  const [x, y] = place([clamp(west, WEST, EAST), clamp(north, SOUTH, NORTH)]);
  const [farX, farY] = place([clamp(east, WEST, EAST), clamp(south, SOUTH, NORTH)]);
  const [wide, high] = [Math.max(farX - x, LEAST), Math.max(farY - y, LEAST)];
  pen.strokeStyle = FRAME;
  pen.lineWidth = 1.4;
  pen.strokeRect((x + farX - wide) / 2, (y + farY - high) / 2, wide, high);
  pen.restore();
}
