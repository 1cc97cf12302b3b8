// A small map of the features in the page, over the boundaries of the regions.

import { Map as MapView, NavigationControl, ScaleControl } from "../vendor/maplibre-gl/maplibre-gl.mjs";

const shapes = JSON.parse(document.getElementById("formes").textContent);
const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
const colours = isDark
  ? { ground: "#10181b", land: "#1d282b", line: "#71807c", shape: "#6fd3bd" }
  : { ground: "#dde7ea", land: "#f7f8f5", line: "#82908b", shape: "#0b6655" };

/** Return west, south, east, north of all coordinates. */
function measureBounds(coordinates, bounds = [180, 90, -180, -90]) {
  if (typeof coordinates[0] !== "number") {
    for (const inner of coordinates) measureBounds(inner, bounds);
    return bounds;
  }
  const [x, y] = coordinates;
  bounds[0] = Math.min(bounds[0], x);
  bounds[1] = Math.min(bounds[1], y);
  bounds[2] = Math.max(bounds[2], x);
  bounds[3] = Math.max(bounds[3], y);
  return bounds;
}

const drawn = shapes.features.filter((feature) => feature.geometry);
const bounds = measureBounds(drawn.map((feature) => feature.geometry.coordinates));
const isInDegrees = bounds[0] >= -180 && bounds[2] <= 180 && bounds[1] >= -90 && bounds[3] <= 90;

if (drawn.length && isInDegrees) {
  const map = new MapView({
    container: "carte",
    style: {
      version: 8,
      sources: {
        regions: { type: "geojson", data: "/ogc/collections/regions/items?f=json&limit=1000" },
        shapes: { type: "geojson", data: shapes },
      },
      layers: [
        { id: "ground", type: "background", paint: { "background-color": colours.ground } },
        { id: "land", type: "fill", source: "regions", paint: { "fill-color": colours.land } },
        { id: "regions", type: "line", source: "regions", paint: { "line-color": colours.line } },
        {
          id: "areas",
          type: "fill",
          source: "shapes",
          filter: ["==", ["geometry-type"], "Polygon"],
          paint: { "fill-color": colours.shape, "fill-opacity": 0.25, "fill-outline-color": colours.shape },
        },
        {
          id: "points",
          type: "circle",
          source: "shapes",
          filter: ["==", ["geometry-type"], "Point"],
          paint: { "circle-color": colours.shape, "circle-radius": 4 },
        },
      ],
    },
    bounds,
    // One point alone is shown within its region.
    fitBoundsOptions: { padding: 30, maxZoom: 9 },
    attributionControl: false,
  });
  map.addControl(new ScaleControl({ maxWidth: 120 }), "bottom-left");
  map.addControl(new NavigationControl({ showCompass: false }));
} else {
  document.getElementById("carte").hidden = true;
}
