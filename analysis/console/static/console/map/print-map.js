/** The map as it is seen, as a page to print: what is drawn is its legend, what it is narrowed to its title. */

import { code, t } from "../i18n.js";
import * as places from "../server/places.js";
import { view } from "../state/view.js";
import { getZones } from "./map.js";
import { POVERTY, SERVICES } from "./palette.js";
import { savePage } from "./print.js";

/** @param {Record<string, any>} state */
function listLegend({ couches, categorie }) {
  const steps = POVERTY.filter((step) => !categorie || step.code === categorie);
  const categories = steps.map((step) => ({ colour: step.colour, text: code("categorie", step.code) }));
  const households = couches.includes("menages") ? categories : [];
  const shown = Object.keys(SERVICES).filter((layer) => couches.includes(layer));
  return [...households, ...shown.map((layer) => ({ colour: SERVICES[layer], text: t(`couche.${layer}`) }))];
}

/**
 * Name the secteur or the region that is shown; nothing where areas cannot be read.
 * @param {Record<string, any>} state
 */
async function nameArea({ region, secteur }) {
  if (!region && !secteur) return null;
  const areas = await (secteur ? places.listSectors() : places.listRegions()).catch(() => []);
  return areas.find(({ id }) => id === (secteur ?? region))?.nom ?? null;
}

export async function printMap() {
  const shown = view.peek();
  const zones = getZones()?.page;
  const title = [zones?.title ?? t("carte.nom"), await nameArea(shown)].filter(Boolean).join(", ");
  await savePage(title, [...(zones?.legend ?? []), ...listLegend(shown)], "carte.pdf");
}
