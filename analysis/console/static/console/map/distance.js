/** How far two places are from each other. */

const RADIUS = 6_371_008.8; // metres: the mean radius of the Earth
const toRadians = (degrees) => (degrees * Math.PI) / 180;

/** Measure the metres between two points [lng, lat] along the sphere (the haversine formula). */
export function measureDistance([west, south], [east, north]) {
  const halfChord =
    Math.sin(toRadians(north - south) / 2) ** 2 +
    Math.cos(toRadians(south)) * Math.cos(toRadians(north)) * Math.sin(toRadians(east - west) / 2) ** 2;
  return 2 * RADIUS * Math.asin(Math.sqrt(halfChord));
}
