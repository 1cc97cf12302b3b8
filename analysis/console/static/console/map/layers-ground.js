/** The layers of the map that show areas and villages, from the ground up, and the ring of the open card. */

import { BOLD } from "./fonts.js";
import { makeNeighbourLand } from "./neighbours.js";
import { SERVICES } from "./palette.js";

export const makeLayer = (id, type, layer, rest) => ({ id, type, source: layer, "source-layer": layer, ...rest });

/** Make the sea and the land; `pair`: the two regions that are compared, or null. What is not chosen is pale. */
export function makeGround(ink, state, pair) {
  const ids = pair ?? (state.region ? [state.region] : []);
  const isPale = ids.length ? ["!", ["in", ["get", "id"], ["literal", ids]]] : false;
  return [
    { id: "mer", type: "background", paint: { "background-color": ink.sea } },
    ...makeNeighbourLand(ink),
    // Of one colour each: they follow the palette at once, also on paper.
    makeLayer("terre", "fill", "regions", { paint: { "fill-color": ink.land } }),
    makeLayer("terre-pale", "fill", "regions", { filter: isPale, paint: { "fill-color": ink.veil } }),
  ];
}

/** Fill areas by a figure, in the very colours of the legend; those of no value are hatched. `layer`: what makes a
 * layer of the source of the areas; `isEmpty`: which areas have no value. */
function makeFills(ink, layer, { isArea, isEmpty, colour, hovered }) {
  const outline = (id, paint) => layer(id, "line", { filter: ["==", ["get", "id"], hovered ?? ""], paint });
  return [
    layer("couverture", "fill", {
      filter: ["all", isArea, ["!", isEmpty]],
      paint: { "fill-color": colour, "fill-outline-color": ink.halo },
    }),
    layer("couverture-vide", "fill", {
      filter: ["all", isArea, isEmpty],
      paint: { "fill-pattern": ink.hatching },
    }),
    outline("couverture-survol-bord", { "line-color": ink.halo, "line-width": 6 }),
    outline("couverture-survol", { "line-color": ink.name, "line-width": 3 }),
  ];
}

export function makeCoverage(ink, zones) {
  if (!zones) return [];
  const { hovered } = zones;
  if (zones.features) {
    // Areas that are not the map's own, with their outlines.
    const layer = (id, type, rest) => ({ id, type, source: "zones", ...rest });
    const isEmpty = ["==", ["get", "couleur"], null];
    return makeFills(ink, layer, { isArea: true, isEmpty, colour: ["get", "couleur"], hovered });
  }
  const list = (items) => ["in", ["get", "id"], ["literal", items.map(({ id }) => id)]];
  const coloured = zones.items.filter(({ colour }) => colour);
  const pairs = coloured.flatMap(({ id, colour }) => [id, colour]);
  return makeFills(ink, (id, type, rest) => makeLayer(id, type, zones.layer, rest), {
    isArea: list(zones.items),
    isEmpty: ["!", list(coloured)],
    colour: pairs.length ? ["match", ["get", "id"], ...pairs, ink.land] : ink.land,
    hovered,
  });
}

/** Draw the borders; those of secteurs from afar only where secteurs are coloured, those of compared regions bold. */
export function makeBorders(ink, zones, pair) {
  const compared = makeLayer("limites-comparees", "line", "regions", {
    filter: ["in", ["get", "id"], ["literal", pair ?? []]],
    paint: { "line-color": ink.accent, "line-width": 3 },
  });
  return [
    makeLayer("limites-secteurs", "line", "secteurs", {
      minzoom: zones?.layer === "secteurs" ? 0 : 6.5,
      paint: { "line-color": ink.sector, "line-width": ["interpolate", ["linear"], ["zoom"], 7, 0.6, 11, 1.4] },
    }),
    makeLayer("limites-regions", "line", "regions", {
      paint: { "line-color": ink.region, "line-width": ["interpolate", ["linear"], ["zoom"], 5, 0.8, 11, 2.2] },
    }),
    compared,
  ];
}

/** The place of the open card, and lines to the services nearest to it: each in the colour of the service, with its
 * symbol at the end also where its layer is not shown, and, said once, what it is and how far. */
export function makeSelection(ink) {
  const isLine = ["==", ["geometry-type"], "LineString"];
  const isPoint = ["==", ["geometry-type"], "Point"];
  const isLabel = ["has", "label"];
  const line = (id, paint) => ({ id, type: "line", source: "choix", filter: isLine, paint });
  const isService = ["in", ["get", "kind"], ["literal", Object.keys(SERVICES)]];
  const colour = ["match", ["get", "kind"], ...Object.entries(ink.lines).flat(), ink.accent];
  return [
    line("choix-bords", { "line-color": ink.rim, "line-width": 4.5, "line-opacity": 0.9 }),
    line("choix-liens", { "line-color": colour, "line-width": 2.5, "line-dasharray": [2.5, 1.2] }),
    {
      id: "choix-services",
      type: "symbol",
      source: "choix",
      filter: ["all", isPoint, isService],
      layout: { "icon-image": ["concat", ["get", "kind"], ink.images], "icon-overlap": "always", "icon-padding": 0 },
    },
    {
      id: "choix-distances",
      type: "symbol",
      source: "choix",
      filter: isLabel,
      layout: {
        "text-field": ["get", "label"],
        "text-font": BOLD,
        "text-size": 13,
        "text-max-width": 30,
      },
      paint: { "text-color": ink.name, "text-halo-color": ink.halo, "text-halo-width": 4 },
    },
    {
      id: "choix-anneau",
      type: "circle",
      source: "choix",
      filter: ["all", isPoint, ["!", isService], ["!", isLabel]],
      paint: {
        "circle-radius": 15,
        "circle-color": "rgba(0,0,0,0)",
        "circle-stroke-color": ink.accent,
        "circle-stroke-width": 3,
      },
    },
  ];
}

/** Where the device is, and how surely. */
export function makePosition(ink) {
  return [
    {
      id: "position-rayon",
      type: "fill",
      source: "position",
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": ink.here, "fill-opacity": 0.15, "fill-outline-color": ink.here },
    },
    {
      id: "position-point",
      type: "circle",
      source: "position",
      filter: ["==", ["geometry-type"], "Point"],
      paint: {
        "circle-radius": 7,
        "circle-color": ink.here,
        "circle-stroke-color": "#ffffff",
        "circle-stroke-width": 3,
      },
    },
  ];
}
