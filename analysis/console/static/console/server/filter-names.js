/** The filters in words: what the map, the list and a paper are narrowed to. */

import { code, t } from "../i18n.js";
import * as places from "./places.js";

const AREAS = { region: places.listRegions, secteur: places.listSectors, localite: places.listVillages };

async function nameArea(name, id) {
  const found = await AREAS[name]().catch(() => []);
  return found.find((one) => one.id === id)?.nom ?? t(name);
}

const NAMES = {
  categorie: (value) => code("categorie", value),
  milieu: (value) => code("milieu", value),
  eligible: (value) => t(value === "true" ? "eligible.oui" : "eligible.non"),
  position: () => t("filtres.sansposition"),
  import: () => t("filtres.import"),
};

/** List the filters that are set as {name, text}, the areas first. */
export async function nameFilters(state) {
  const areas = Object.keys(AREAS).filter((name) => state[name]);
  const others = Object.keys(NAMES).filter((name) => state[name]);
  const texts = await Promise.all(areas.map((name) => nameArea(name, state[name])));
  return [
    ...areas.map((name, index) => ({ name, text: texts[index] })),
    ...others.map((name) => ({ name, text: NAMES[name](state[name]) })),
  ];
}
