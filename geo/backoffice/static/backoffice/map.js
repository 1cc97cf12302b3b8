/** Maps of the administration: a point to be set, or a shape to look at, on the boundaries of this service. */

const NOTHING = { type: "FeatureCollection", features: [] };
const DIGITS = 7; // of a degree: a centimetre

const lines = (id, level, width, colour) => ({
  id,
  type: "line",
  source: "fond",
  filter: ["==", ["get", "niveau"], level],
  paint: { "line-color": colour, "line-width": width },
});

const style = (shape) => ({
  version: 8,
  sources: { fond: { type: "geojson", data: NOTHING }, forme: { type: "geojson", data: shape ?? NOTHING } },
  layers: [
    { id: "mer", type: "background", paint: { "background-color": "#cfe0e8" } },
    {
      id: "terre",
      type: "fill",
      source: "fond",
      filter: ["==", ["get", "niveau"], "region"],
      paint: { "fill-color": "#f5f1e6" },
    },
    {
      id: "surface",
      type: "fill",
      source: "forme",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": "#b4552d", "fill-opacity": 0.25 },
    },
    lines("secteurs", "secteur", 0.7, "#a99f88"),
    lines("regions", "region", 1.6, "#6d6450"),
    {
      id: "bord",
      type: "line",
      source: "forme",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "line-color": "#b4552d", "line-width": 2 },
    },
    {
      id: "point",
      type: "circle",
      source: "forme",
      filter: ["==", ["geometry-type"], "Point"],
      paint: { "circle-radius": 7, "circle-color": "#b4552d", "circle-stroke-color": "#fff", "circle-stroke-width": 2 },
    },
    {
      id: "noms",
      type: "symbol",
      source: "fond",
      filter: ["==", ["get", "niveau"], "nom"],
      layout: { "text-field": ["get", "nom"], "text-font": ["sans-serif"], "text-size": 13 },
      paint: { "text-color": "#4a4436", "text-halo-color": "#f5f1e6", "text-halo-width": 2 },
    },
  ],
});

/** A coordinate with the decimal sign of the page's language. */
function spellDegrees(number) {
  const options = { minimumFractionDigits: DIGITS, maximumFractionDigits: DIGITS, useGrouping: false };
  return number.toLocaleString(document.documentElement.lang || "fr", options).replace("\u2212", "-");
}

/** The numbers of the two inputs, or null while they are none. */
function typed(inputs) {
  const [lat, lng] = inputs.map((input) => (input.value.trim() ? Number(input.value.replace(",", ".")) : NaN));
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

/** Keeps a mark on the map and the two inputs the same. */
function editable(map, Marker, inputs) {
  const mark = new Marker({ draggable: true, color: "#b4552d" });
  const write = ({ lat, lng }) => {
    inputs[0].value = spellDegrees(lat);
    inputs[1].value = spellDegrees(lng);
  };
  const read = (event) => {
    const place = typed(inputs);
    if (!place) return mark.remove();
    mark.setLngLat(place).addTo(map);
    return event && map.easeTo({ center: place });
  };
  mark.on("dragend", () => write(mark.getLngLat().wrap()));
  map.on("click", ({ lngLat }) => {
    write(lngLat.wrap());
    mark.setLngLat(lngLat).addTo(map);
  });
  for (const input of inputs) input.addEventListener("change", read);
  map.getCanvas().style.cursor = "crosshair";
  read();
}

function corners(shape, found = []) {
  const walk = (part) => (typeof part[0] === "number" ? found.push(part) : part.forEach(walk));
  walk(shape.coordinates);
  const [x, y] = [found.map((point) => point[0]), found.map((point) => point[1])];
  const least = (all) => all.reduce((a, b) => Math.min(a, b));
  const most = (all) => all.reduce((a, b) => Math.max(a, b));
  return [
    [least(x), least(y)],
    [most(x), most(y)],
  ];
}

async function draw(holder, library) {
  const { ground, bounds, shape: text, inputs: id } = holder.dataset;
  const shape = text ? JSON.parse(text) : null;
  const inputs = id ? [document.getElementById(`${id}_lat`), document.getElementById(`${id}_lon`)] : null;
  const place = inputs && typed(inputs);
  const [west, south, east, north] = JSON.parse(bounds);
  const country = [west, south, east, north];
  const view = place
    ? { center: place, zoom: 11 }
    : { bounds: shape ? corners(shape) : country, fitBoundsOptions: { padding: 24, maxZoom: 11 } };
  const map = new library.Map({
    container: holder,
    style: style(shape),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    maxZoom: 18,
    ...view,
  });
  map.addControl(new library.NavigationControl({ showCompass: false }), "top-right");
  await new Promise((resolve) => map.once("load", resolve));
  if (inputs) editable(map, library.Marker, inputs);
  const answer = await fetch(ground, { credentials: "same-origin" });
  if (answer.ok) map.getSource("fond").setData(await answer.json());
  map.once("idle", () => holder.setAttribute("data-pret", ""));
}

const holders = document.querySelectorAll(".carte");
if (holders.length) {
  try {
    const library = await import("../vendor/maplibre-gl/maplibre-gl.mjs");
    await Promise.all([...holders].map((holder) => draw(holder, library)));
  } catch (error) {
    // Without the library or WebGL the numbers stay.
    for (const holder of holders) holder.classList.add("absente");
    console.warn(error);
  }
}
