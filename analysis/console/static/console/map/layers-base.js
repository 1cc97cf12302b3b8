/** Roads, tracks and rivers: quiet lines under everything else, by which people find their way. */

import { PLAIN } from "./fonts.js";
import { makeLayer } from "./layers-ground.js";

export const BASE = "fond_carte";
const FAINT = 0.35; // under areas in colours: they are not what is read
const NAMED = 10.5; // zoom

const is = (...kinds) => ["in", ["get", "classe"], ["literal", kinds]];
const grow = (...stops) => ["interpolate", ["exponential", 1.4], ["zoom"], ...stops];
const ROUND = { "line-cap": "round", "line-join": "round" };
const [MAIN, SECOND] = ["route_principale", "route_secondaire"];

/** Widths by zoom; those of roads are of their edges, and what is within them. */
const WIDTHS = {
  fleuve: grow(5, 0.8, 8, 1.6, 11, 3, 15, 12),
  riviere: grow(9, 0.6, 11, 1.2, 15, 5),
  piste: grow(10, 0.6, 13, 1.4, 16, 3),
  edges: { [MAIN]: grow(5, 0.9, 8, 1.8, 11, 4.4, 13, 7.5, 16, 16), [SECOND]: grow(8, 0.8, 11, 2.8, 13, 5, 16, 11) },
  insides: { [MAIN]: grow(9, 0, 10, 1.2, 11, 2.8, 13, 5.5, 16, 13), [SECOND]: grow(10, 0, 11, 1.4, 13, 3.2, 16, 8.6) },
};

/** Make the lines; `isUnderTheme`: areas in colours lie below them. */
export function makeBaseLines(ink, isUnderTheme) {
  const line = (id, kind, colour, width, rest = {}) =>
    makeLayer(id, "line", BASE, {
      filter: is(kind),
      layout: ROUND,
      ...rest,
      paint: {
        "line-color": colour,
        "line-width": width,
        "line-opacity": isUnderTheme ? FAINT : 1,
        ...rest.paint,
      },
    });
  const road = (part, colour, kind) => line(`${kind}-${part}`, kind, colour, WIDTHS[part][kind]);
  return [
    line("rivieres", "riviere", ink.river, WIDTHS.riviere),
    line("fleuves", "fleuve", ink.river, WIDTHS.fleuve),
    line("pistes", "piste", ink.track, WIDTHS.piste, {
      layout: { "line-join": "round" },
      paint: { "line-dasharray": [3, 1.6] },
    }),
    ...[SECOND, MAIN].map((kind) => road("edges", ink.roadEdge, kind)),
    ...[SECOND, MAIN].map((kind) => road("insides", ink.road, kind)),
  ];
}

/** Make the names of roads and rivers, along their lines and near by only: any other name comes first. */
export function makeBaseNames(ink) {
  const names = (id, kinds, size, colour) =>
    makeLayer(id, "symbol", BASE, {
      minzoom: NAMED,
      filter: ["all", is(...kinds), ["!=", ["get", "nom"], ""]],
      layout: {
        "symbol-placement": "line",
        "symbol-spacing": 420,
        "text-field": ["get", "nom"],
        "text-font": PLAIN,
        "text-size": size,
        "text-padding": 6,
        "text-letter-spacing": 0.06,
      },
      paint: { "text-color": colour, "text-halo-color": ink.halo, "text-halo-width": 1.4 },
    });
  return [
    names("noms-cours-eau", ["fleuve", "riviere"], 12, ink.riverName),
    names("noms-routes", [MAIN, SECOND, "piste"], 11, ink.village),
  ];
}
