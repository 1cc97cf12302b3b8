/** The filters in words: what the map, the list and a paper are narrowed to. */

import { code, language, t } from "../i18n.js";
import * as api from "./api.js";
import * as places from "./places.js";

const AREAS = { region: places.listRegions, secteur: places.listSectors, localite: places.listVillages };

async function nameArea(name, id) {
  const found = await AREAS[name]().catch(() => []);
  return found.find((one) => one.id === id)?.nom ?? t(name);
}

/** What questions that are filters ask, in words. @type {Map<string, Promise<string>>} */
const questions = new Map();

/** Read the question that is a filter; of an address that was cut off, what can be asked is nothing. */
export function readPlan(text) {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

/** Remember the words of a question, so that nobody asks it again for them. */
export const rememberQuestion = (plan, text) => questions.set(plan, Promise.resolve(text));

/** Say what a question asks; a view that was sent holds its plan alone. */
function nameQuestion(plan) {
  if (!questions.has(plan)) {
    const ask = async () => {
      const request = { plan: JSON.parse(plan), language: language.value };
      return (await api.post("/carte/assistant", request)).intitule ?? t("filtres.question");
    };
    questions.set(
      plan,
      ask().catch(() => t("filtres.question")),
    );
  }
  return questions.get(plan) ?? t("filtres.question");
}

const NAMES = {
  categorie: (value) => code("categorie", value),
  milieu: (value) => code("milieu", value),
  eligible: (value) => t(value === "true" ? "eligible.oui" : "eligible.non"),
  position: () => t("filtres.sansposition"),
  import: () => t("filtres.import"),
  plan: nameQuestion,
};

/** List the filters that are set as {name, text}, the areas first. */
export async function nameFilters(state) {
  const areas = Object.keys(AREAS).filter((name) => state[name]);
  const others = Object.keys(NAMES).filter((name) => state[name]);
  const texts = await Promise.all(areas.map((name) => nameArea(name, state[name])));
  return [
    ...areas.map((name, index) => ({ name, text: texts[index] })),
    ...(await Promise.all(others.map(async (name) => ({ name, text: await NAMES[name](state[name]) })))),
  ];
}
