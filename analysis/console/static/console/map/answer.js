/** What the assistant found, on the map and for its legend. */

import { signal } from "../preact.js";
import { findExtent, weighFeatures } from "./layers-answer.js";
import { fit, show } from "./map.js";

/** What is drawn of an answer: "points", "zones", or null. */
export const drawnAnswer = signal(/** @type {string | null} */ (null));

const isPoint = ({ geometry }) => geometry.type === "Point";

/** Draw an answer and go to it; null takes the last one off. */
export function showAnswer(answer) {
  const features = weighFeatures(answer?.couche?.features ?? []);
  const kind = features.some(isPoint) ? "points" : "zones";
  drawnAnswer.value = features.length ? kind : null;
  show({ answer: features.length ? { type: "FeatureCollection", features } : null });
  if (features.length) fit(findExtent(features));
}
