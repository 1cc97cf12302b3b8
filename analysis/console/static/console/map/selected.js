/** The place of the open card with the services nearest to it: what is drawn of them, and how far one looks around. */

import { measureDistance } from "./distance.js";
import { makeFeature } from "./geojson.js";

const WALK = 3000; // metres: a service within a walk is seen at once with the household

/** Return the ends of the lines, the nearest first: its label is placed first. */
export function sortEnds(centre, ends) {
  const measure = ({ at }) => measureDistance(centre, at);
  return centre ? ends.toSorted((one, other) => measure(one) - measure(other)) : [];
}

/** Make the ring at `centre` and the lines to `ends`, as `select` takes them; each line says once what it leads to,
 * where `places` has room for it. */
export function makeSelected(centre, ends, places = []) {
  const lead = ({ at, label, ...words }, rank) => [
    makeFeature("LineString", [centre, at], words),
    makeFeature("Point", at, words),
    ...(places[rank] ? [makeFeature("Point", places[rank], { label })] : []),
  ];
  const features = centre ? [makeFeature("Point", centre), ...ends.flatMap(lead)] : [];
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
