/** Where the map is, as the address tells it: "zoom/latitude/longitude". */

/** Parse a position; returns null for anything else. */
export function parsePosition(text) {
  const [zoom, lat, lng] = (text ?? "").split("/").map(Number);
  return text && [zoom, lat, lng].every(Number.isFinite) ? { zoom, center: [lng, lat] } : null;
}

export function formatPosition(map) {
  const { lat, lng } = map.getCenter();
  return `${map.getZoom().toFixed(2)}/${lat.toFixed(4)}/${lng.toFixed(4)}`;
}
