/** What the assistant found, on the map and for its legend. */

import { number, percent } from "../i18n.js";
import { signal } from "../preact.js";
import { bringHouseholdsBack, setHouseholdsAside } from "../state/set-aside.js";
import { view } from "../state/view.js";
import { findAreas } from "./area.js";
import { findExtent, weighFeatures } from "./layers-answer.js";
import { fit, show } from "./map.js";
import { listShares } from "./palette.js";

/**
 * @typedef {object} Drawn
 * @property {string} kind
 * @property {string} name
 * @property {string} title
 * @property {{from: number, to: number, step: number}[]} classes
 * @property {boolean} isShare
 */

/** What is drawn of an answer, or null. Kinds: "points", "zones" in colours by the classes of their figures, "zone"
 * where there is but one figure, "rien" where all are 0. */
export const drawnAnswer = signal(/** @type {Drawn | null} */ (null));

const isPoint = ({ geometry }) => geometry.type === "Point";

function findKind(features, classes) {
  if (features.some(isPoint)) return "points";
  if (classes.length) return "zones";
  return features.some(({ properties }) => properties.force === 0) ? "rien" : "zone";
}

/** List the classes of coloured areas for a legend: [{colour, text}]; none where nothing is coloured by its figure. */
export function listAnswerSteps({ kind, classes, isShare }) {
  if (kind !== "zones") return [];
  const digits = classes.every(({ from, to }) => Number.isInteger(from) && Number.isInteger(to)) ? 0 : 2;
  const format = (value) => (isShare ? percent(value / 100, digits && 1) : number(value, digits));
  const text = ({ from, to }) => (from === to ? format(to) : `${format(from)} – ${format(to)}`);
  return classes.map((one) => ({ colour: listShares()[one.step], text: text(one) }));
}

/** Return where an answer lies: in the areas that it names, or around all that it found. Of many rows the first alone
 * are sent, which lie anywhere: then it is the whole country. */
async function findPlace({ couche, plan, total }) {
  const { zones = [], autour } = plan ?? {};
  const areas = zones.filter(({ niveau }) => niveau !== "localite");
  if (areas.length && areas.length === zones.length && !autour) return findAreas(areas);
  const features = (couche?.features ?? []).filter(({ geometry }) => geometry);
  const isWhole = features.length >= total || autour || !features.every(isPoint);
  return features.length && isWhole ? findExtent(features) : findAreas([]);
}

/** Go where an answer lies. Where the areas cannot be read, the map stays. */
export async function goToAnswer(answer) {
  fit(await findPlace(answer).catch(() => null));
}

// Strips whose coloured areas have set the households aside before.
const COLOURED = ["couverture", "themes"];
/** Leave what was found alone on the map: points among others, or coloured areas below circles, cannot be read. */
function makeRoom(isWanted) {
  if (isWanted) setHouseholdsAside();
  else if (!COLOURED.includes(view.peek().bande)) bringHouseholdsBack();
}

/** Draw an answer and go to it; null takes the last one off. */
export function showAnswer(answer) {
  const { mesure, genre } = answer?.plan ?? {};
  const isLowWorse = ["taux", "score"].includes(mesure) || genre === "couverture";
  const { features, classes } = weighFeatures(answer?.couche?.features ?? [], isLowWorse);
  const isShare = ["part", "taux"].includes(mesure) || genre === "couverture"; // in percent
  const [title] = (answer?.answer ?? "").split(/\s?: |\. |\.$/); // what it is about, before what was found
  const kind = findKind(features, classes);
  const name = `carte.reponse.${kind === "zones" && isLowWorse ? "zones.bas" : kind}`;
  drawnAnswer.value = features.length ? { kind, name, title, classes, isShare } : null;
  show({ answer: features.length ? { type: "FeatureCollection", features } : null });
  const isOfOthers = features.some(isPoint) && answer.plan?.sujet !== "menages";
  makeRoom(isOfOthers || drawnAnswer.peek()?.kind === "zones");
  if (features.length) goToAnswer(answer);
}
