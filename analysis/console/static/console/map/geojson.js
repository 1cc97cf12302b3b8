/** Features of GeoJSON that the page makes itself. */

export const makeFeature = (type, coordinates, properties = {}) => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});

/** Read a list of corners: numbers between spaces, [longitude, latitude] each. */
export function readCorners(text) {
  const numbers = text.trim().split(/\s+/).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, place) => numbers.slice(2 * place, 2 * place + 2));
}
