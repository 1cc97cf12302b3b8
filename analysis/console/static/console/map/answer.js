/** What the assistant found, on the map and for its legend. */

import { signal } from "../preact.js";
import { findExtent, weighFeatures } from "./layers-answer.js";
import { fit, show } from "./map.js";

/** What is drawn of an answer: "points", "zones" in colours by their figures, "zone" where there is but one figure,
 * "rien" where all are 0; or null. */
export const drawnAnswer = signal(/** @type {string | null} */ (null));

const isPoint = ({ geometry }) => geometry.type === "Point";

function findKind(features) {
  if (features.some(isPoint)) return "points";
  const forces = new Set(features.map(({ properties }) => properties.force));
  if (forces.size > 1) return "zones";
  return forces.has(0) ? "rien" : "zone";
}

/** Draw an answer and go to it; null takes the last one off. */
export function showAnswer(answer) {
  const features = weighFeatures(answer?.couche?.features ?? []);
  drawnAnswer.value = features.length ? findKind(features) : null;
  show({ answer: features.length ? { type: "FeatureCollection", features } : null });
  if (features.length) fit(findExtent(features));
}
