/** The legend of a page with the map: all that is drawn, in the colours in which it is drawn. */

import { code, t } from "../i18n.js";
import { isDark } from "../state/theme.js";
import { view } from "../state/view.js";
import { drawnAnswer, listAnswerSteps } from "./answer.js";
import { largestGroup } from "./drawn-groups.js";
import { BASE } from "./layers-base.js";
import { getMap, HOUSEHOLDS_APART, listSelectedKinds } from "./map.js";
import { colours, POVERTY, SERVICES } from "./palette.js";
import { hasBaseLines, hasComplaints, hasHouseholds } from "./style.js";
import { listZoneSteps, zoneLegend } from "./zone-legend.js";

const NO_CIRCLES = HOUSEHOLDS_APART - 1; // the page is larger than the window

/** List the areas' classes behind the name of their figure. */
function listZones() {
  const zones = zoneLegend.peek();
  return zones ? [{ text: zones.name, isName: true }, ...listZoneSteps(zones)] : [];
}

/** List the categories that are drawn; households without one are rings. @param {Record<string, any>} state */
function listCategories({ categorie }) {
  const steps = POVERTY.filter((step) => !categorie || step.code === categorie);
  const drawn = steps.map((step) => ({ colour: step.colour, text: code("categorie", step.code), isRound: true }));
  const { hollow, unknown } = colours(isDark.peek());
  const none = { colour: hollow, edge: unknown, width: 2.5, text: t("categorie.sans"), isRound: true };
  return categorie ? drawn : [...drawn, none];
}

const makeSymbol = (layer) => ({ symbol: layer, text: t(`couche.${layer}`) });

/** List the services that are drawn, or to which lines lead from the open card, and complaints: by their symbols. */
function listSymbols(state) {
  const lines = listSelectedKinds();
  const services = Object.keys(SERVICES).filter((layer) => state.couches.includes(layer) || lines.includes(layer));
  if (!hasComplaints(state)) return services.map(makeSymbol);
  return [{ text: t("carte.plaintes.nombre"), isName: true }, ...[...services, "plaintes"].map(makeSymbol)];
}

function listAnswer() {
  const answer = drawnAnswer.peek();
  if (!answer) return [];
  const text = t(answer.name);
  const steps = zoneLegend.peek() ? [] : listAnswerSteps(answer);
  if (steps.length) return [{ text, isName: true }, ...steps];
  const { accent } = colours(isDark.peek());
  const colour = answer.kind === "zone" && !zoneLegend.peek() ? `${accent}73` : "transparent";
  return [{ colour, edge: accent, width: 2.5, text, isRound: answer.kind === "points" }];
}

/** Name roads and rivers by the colours of both, where there are any. */
function listBaseLines(state) {
  if (!hasBaseLines(state) || !getMap().querySourceFeatures(BASE, { sourceLayer: BASE }).length) return [];
  const { roadEdge, river } = colours(isDark.peek());
  return [{ lines: [roadEdge, river], text: t("couche.fond_carte") }];
}

/** List the entries of the legend, as `placeLegend` takes them; what circles mean stands with their sizes. */
export function listPageLegend() {
  const state = view.peek();
  return [
    ...listZones(),
    ...(hasHouseholds(state) ? listCategories(state) : []),
    ...listSymbols(state),
    ...listAnswer(),
    ...listBaseLines(state),
  ];
}

/** Return whether circles are likely drawn that group households, of which the page tells the sizes. */
export const hasPageSizes = () =>
  hasHouseholds(view.peek()) && largestGroup.peek() > 1 && getMap().getZoom() < NO_CIRCLES;
