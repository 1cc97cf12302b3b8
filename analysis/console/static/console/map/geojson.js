/** Features of GeoJSON that the page makes itself. */

export const makeFeature = (type, coordinates, properties = {}) => ({
  type: "Feature",
  properties,
  geometry: { type, coordinates },
});
