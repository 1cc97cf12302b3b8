/** What the page of quality counts, and the way from each figure to its households; it outlives a visit elsewhere. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";
import { NO_FILTERS as EVERYWHERE, openPage, setView } from "../state/view.js";

/** Each grouping: its groups in the dashboard, and the filter of the list that finds one. */
export const AXES = {
  enqueteurs: { groups: "parEnqueteur", filter: "enqueteur" },
  regions: { groups: "parRegion", filter: "region" },
  campagnes: { groups: "parCampagne", filter: "campagne" },
};
export const NO_FILTERS = { region: "", campagne: "", dateDebut: "", dateFin: "" };

export const filters = signal(NO_FILTERS);
export const dashboard = createLoader();
export const regions = createLoader();
/** The parameter of the list that finds the forms that break a rule: a score below 100. */
export const FAULTY = "scoreQualite[lt]";
/** The campaigns of the dashboard without a filter by campaign: what there is to choose. */
export const campaigns = signal(/** @type {any[]} */ ([]));

export const loadRegions = () => regions.load(() => places.listRegions(), { keep: true });

/** Return the filters of the page by the names that the list of households has for them. */
function nameFilters() {
  const { dateDebut, dateFin, ...others } = filters.value;
  return { ...others, collecteDebut: dateDebut, collecteFin: dateFin };
}

export async function load() {
  await dashboard.load((signal) => api.get("/qualite/tableau", filters.value, signal), { keep: true });
  if (dashboard.value && !filters.value.campagne) {
    campaigns.value = dashboard.value.parCampagne.filter((one) => one.id);
  }
}

export function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
  load();
}

/** Return the filters of the list that find a group; one without an id lacks what the others have. */
export function pickGroup(axis, { id }) {
  const { filter } = AXES[axis];
  return id ? { [filter]: id } : { sans: filter };
}

/** Show the households that a figure counts: `own` narrows the list beside the filters of the page. All that there are
 * stand on the map. */
export function openHouseholds(own) {
  const query = { ...nameFilters(), ...own };
  const set = Object.entries(query).filter(([, value]) => value);
  if (!set.length) {
    openPage("carte");
    setView({ ...EVERYWHERE, bande: "liste" });
  } else setView({ filtre: String(new URLSearchParams(set)), page: 1, tri: null });
}
