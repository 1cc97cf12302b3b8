/** The place of the open card with the services nearest to it: what is drawn of them, and how far one looks around. */

import { measureDistance } from "./distance.js";
import { makeFeature } from "./geojson.js";

const WALK = 3000; // metres: a service within a walk is seen at once with the household

const FIRST = 350; // metres from the place to the nearest label of a line
const NEXT = 260; // metres that the next one stands farther out: labels of lines side by side do not meet

/** Find where the label of a line stands: once, half-way, or near the place where the service is far out of sight. */
function placeLabel(centre, at, rank) {
  const share = Math.min(0.5, (FIRST + rank * NEXT) / Math.max(measureDistance(centre, at), 1));
  return centre.map((value, axis) => value + (at[axis] - value) * share);
}

/** Make the ring at `centre` and the lines to `ends`, as `select` takes them; each line says once what it leads to. */
export function makeSelected(centre, ends) {
  const measure = ({ at }) => measureDistance(centre, at);
  const lead = ({ at, label, ...words }, rank) => [
    makeFeature("LineString", [centre, at], words),
    makeFeature("Point", at, words),
    makeFeature("Point", placeLabel(centre, at, rank), { label }),
  ];
  const byDistance = (one, other) => measure(one) - measure(other);
  const features = centre ? [makeFeature("Point", centre), ...ends.toSorted(byDistance).flatMap(lead)] : [];
  return { type: "FeatureCollection", features };
}

/** Return [[west, south], [east, north]] around the place and the services within a walk; null without any of these. */
export function findSurroundings({ features }) {
  const [centre, ...others] = features
    .filter(({ geometry, properties }) => geometry.type === "Point" && !properties?.label)
    .map(({ geometry }) => geometry.coordinates);
  const near = others.filter((place) => measureDistance(centre, place) <= WALK);
  if (!near.length) return null;
  const corner = (choose) => [0, 1].map((axis) => choose(...[centre, ...near].map((place) => place[axis])));
  return [corner(Math.min), corner(Math.max)];
}
