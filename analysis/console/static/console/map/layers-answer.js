/** The layers of the map that show what the assistant found: areas coloured by their figure, cells and points. */

const isShape = ["!=", ["geometry-type"], "Point"];

const isNothing = ["==", ["get", "force"], 0];

/** Make the layers. Over areas that are `coloured` already, by a theme with its legend, only outlines are drawn, and so
 * they are of areas in which nothing was found. */
export function makeAnswer(ink, coloured) {
  const tint = ["+", 0.12, ["*", 0.6, ["coalesce", ["get", "force"], 0.3]]];
  const strength = coloured ? 0 : ["case", isNothing, 0, tint];
  return [
    {
      id: "reponse-zones",
      type: "fill",
      source: "reponse",
      filter: isShape,
      paint: { "fill-color": ink.accent, "fill-opacity": strength },
    },
    {
      id: "reponse-traits",
      type: "line",
      source: "reponse",
      filter: isShape,
      paint: { "line-color": ink.accent, "line-width": coloured ? 2 : ["case", isNothing, 2, 0] },
    },
  ];
}

/** Ring the points: what is drawn at them for other reasons is still seen. */
export const makeAnswerPoints = (ink) => [
  {
    id: "reponse-points",
    type: "circle",
    source: "reponse",
    filter: ["==", ["geometry-type"], "Point"],
    paint: {
      "circle-color": "rgba(0,0,0,0)",
      "circle-radius": 9,
      "circle-stroke-color": ink.accent,
      "circle-stroke-width": 3,
    },
  },
];

/** Return the features with `force`, from 0 to 1: the figure of each as a part of the highest. */
export function weighFeatures(features) {
  const figure = ({ properties }) => properties.valeur ?? properties.densite ?? null;
  const top = Math.max(...features.map(figure).filter((value) => value !== null), 0);
  const weigh = (value) => (value && top > 0 ? value / top : value);
  return features
    .filter(({ geometry }) => geometry)
    .map((feature) => ({ ...feature, properties: { ...feature.properties, force: weigh(figure(feature)) } }));
}

/** Return [[west, south], [east, north]] of the features, or null without any. */
export function findExtent(features) {
  const places = features.flatMap(({ geometry }) => geometry.coordinates.flat(Number.POSITIVE_INFINITY));
  if (!places.length) return null;
  const of = (start) => places.filter((_, index) => index % 2 === start);
  const [lngs, lats] = [of(0), of(1)];
  const lowest = (values) => values.reduce((one, other) => Math.min(one, other));
  const highest = (values) => values.reduce((one, other) => Math.max(one, other));
  return [
    [lowest(lngs), lowest(lats)],
    [highest(lngs), highest(lats)],
  ];
}
