/** The filters of the console that ask for the same households as an answer of the assistant. */

import { rememberQuestion } from "../server/filter-names.js";
import * as places from "../server/places.js";
import { NO_FILTERS } from "../state/view.js";

const NAMES = {
  region: "region",
  secteur: "secteur",
  localite: "localite",
  categoriePauvrete: "categorie",
  milieu: "milieu",
  eligible: "eligible",
};
const LIST = "/api/menages";

const findByName = (areas, name) => areas.find(({ nom }) => nom === name)?.id ?? null;

/** Name the areas that a village or a secteur lies in, as the filters need them; null where none is known. */
export async function completeAreas(found) {
  const { localite } = found;
  if (!localite && !found.secteur) return {};
  const [regions, sectors] = await Promise.all([places.listRegions(), places.listSectors()]);
  const village = localite ? (await places.listVillages()).find(({ id }) => id === localite) : null;
  const sector = sectors.find(({ id, nom, region }) =>
    village ? nom === village.secteur && region === village.region : id === found.secteur,
  );
  return sector ? { secteur: sector.id, region: findByName(regions, sector.region) } : null;
}

/** Return the filters of the console that ask for the same, or null. */
async function findOwnFilters({ adresse }) {
  const [path, query = ""] = (adresse?.chemin ?? "").split("?");
  if (adresse?.methode !== "GET" || path !== LIST) return null;
  const parameters = [...new URLSearchParams(query)];
  if (parameters.some(([name, value]) => !(name in NAMES) || value.includes(","))) return null;
  const found = Object.fromEntries(parameters.map(([name, value]) => [NAMES[name], value]));
  if (Object.keys(found).length < parameters.length) return null; // one of them twice
  const areas = await completeAreas(found);
  return areas && { ...NO_FILTERS, ...found, ...areas };
}

/** Return all filters as the answer asks for them; its plan is one where no others can say it. Null where an answer
 * counts no households. */
export async function findFilters(answer) {
  const own = await findOwnFilters(answer);
  if (own || !answer.filtre) return own;
  rememberQuestion(answer.filtre, answer.intitule);
  return { ...NO_FILTERS, plan: answer.filtre };
}
