/** The fields that rules compare, their operators, and the places that they may name. */

import { language } from "../i18n.js";
import { useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { listRegions, listSectors, listVillages } from "../server/places.js";
import { createLoader } from "../state/loader.js";

/** {categories, byName, operators, programmes}: read once for each language. */
export const catalogue = createLoader();
let readIn = "";

async function readCatalogue(signal) {
  const [categories, operators, programmes] = await Promise.all([
    api.get("/eligibility/fields", {}, signal),
    api.get("/eligibility/operators", {}, signal),
    api.get("/programmes", { limit: 100 }, signal),
  ]);
  const byName = new Map(categories.flatMap(({ champs }) => champs.map((field) => [field.nom, field])));
  return { categories, byName, operators, programmes };
}

/** Read the catalogue when a component is first shown, and again in another language. */
export function useCatalogue() {
  useEffect(() => {
    if (readIn === language.value && catalogue.value) return;
    readIn = language.value;
    catalogue.load(readCatalogue);
  }, [language.value]);
}

/** Return the label of an operator of a field. */
export const labelOperator = ({ operators }, field, code) =>
  operators[field.type].find((one) => one.code === code)?.label ?? code;

/** The lists of places by the name of their field. A commune has no list: its rule keeps the id that it has. */
const PLACES = {
  region: async () => (await listRegions()).map(({ id, nom }) => [id, nom]),
  secteur: async () => (await listSectors()).map(({ id, nom, region }) => [id, `${nom} (${region})`]),
  localite: async () => (await listVillages()).map(({ id, nom, secteur }) => [id, `${nom} (${secteur})`]),
};

export const hasList = (field) => field.nom in PLACES;
/** List the places that a field may be compared with, as [id, name]. */
export const listPlaces = (field) => PLACES[field.nom]();
