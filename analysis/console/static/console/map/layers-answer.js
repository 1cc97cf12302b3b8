/** The layers of the map that show what the assistant found: areas coloured by their figure, cells and points. */

import { findBounds, findClass, spreadClasses } from "./classes.js";
import { listShares, STEPS } from "./palette.js";

const isShape = ["!=", ["geometry-type"], "Point"];

const isNothing = ["==", ["get", "force"], 0];

/** Colour the areas by their step, in the colours of the legend; one figure alone tints its area. Over areas that are
 * `coloured` already, by a theme with its legend, only outlines are drawn, and so they are of areas in which nothing
 * was found. */
export function makeAnswer(ink, coloured) {
  const steps = listShares().flatMap((colour, step) => [step, colour]);
  const hasStep = ["has", "pas"];
  return [
    {
      id: "reponse-zones",
      type: "fill",
      source: "reponse",
      filter: isShape,
      paint: {
        "fill-color": ["case", hasStep, ["match", ["get", "pas"], ...steps, ink.accent], ink.accent],
        "fill-opacity": coloured ? 0 : ["case", hasStep, 1, isNothing, 0, 0.45],
        "fill-outline-color": ink.halo,
      },
    },
  ];
}

/** The outlines of the areas whose colour is not that of the answer. */
export const makeAnswerOutlines = (ink, coloured) => [
  {
    id: "reponse-traits",
    type: "line",
    source: "reponse",
    filter: isShape,
    paint: {
      "line-color": ink.accent,
      "line-width": coloured ? 2 : ["case", ["has", "pas"], 0, isNothing, 2, 0],
    },
  },
];

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

/**
 * Weigh the features by their figures: {features, classes}. Where the figures differ, `classes` is [{from, to, step}],
 * each with as many features about, and each feature has the step of its class as `pas`; else it is empty. `force` is
 * 0 where nothing was found. `isLowWorse`: the lowest is the darkest.
 */
export function weighFeatures(rows, isLowWorse = false) {
  const figure = ({ properties }) => properties.valeur ?? properties.densite ?? null;
  const features = rows.filter(({ geometry }) => geometry);
  const values = features.map(figure).filter((value) => value !== null);
  const bounds = findBounds(values, "quantiles");
  const upwards = spreadClasses(bounds.length, STEPS).map(Math.round);
  const steps = isLowWorse ? upwards.reverse() : upwards;
  const isSpread = Math.min(...values) < Math.max(...values);
  const findStep = (value) => (isSpread && value !== null ? { pas: steps[findClass(value, bounds)] } : {});
  const weigh = (one) => ({ ...one.properties, force: figure(one), ...findStep(figure(one)) });
  const makeClass = (to, place) => ({ from: place ? bounds[place - 1] : Math.min(...values), to, step: steps[place] });
  return {
    features: features.map((one) => ({ ...one, properties: weigh(one) })),
    classes: isSpread ? bounds.map(makeClass) : [],
  };
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
