/** The filters in words: what the map, the list and a paper are narrowed to. */

import { code, language, t } from "../i18n.js";
import * as api from "./api.js";
import * as places from "./places.js";

const AREAS = { region: places.listRegions, secteur: places.listSectors, localite: places.listVillages };

// A region and a secteur may have one name: then the level stands before it.
const NAMESAKES = { region: places.listSectors, secteur: places.listRegions };

/** Name an area that a filter has by its id; `name`: its level. */
export async function nameArea(name, id) {
  const read = (list) => list?.().catch(() => []) ?? [];
  const [found, others] = await Promise.all([read(AREAS[name]), read(NAMESAKES[name])]);
  const own = found.find((one) => one.id === id)?.nom;
  if (!own) return t(name);
  return others.some(({ nom }) => nom === own) ? t("filtres.lieu", { niveau: t(name), nom: own }) : own;
}

// What a plan says of every question: without more it asks for all.
const TASK = new Set(["genre", "sujet", "mesure"]);

/** What questions that are filters ask, in words.
 * @type {Map<string, Promise<{text: string, rest: string | null}[]>>} */
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
export const rememberQuestion = (plan, text) => questions.set(plan, Promise.resolve([{ text, rest: null }]));

/** Return the plan as a filter, or null where it asks for every household. */
const writeRest = (plan) => (plan && Object.keys(plan).some((name) => !TASK.has(name)) ? JSON.stringify(plan) : null);

/** Ask for the conditions of a question in words, each with the question that is left without it; a view that was sent
 * holds its plan alone. */
async function askConditions(plan) {
  const { intitule, compris } = await api.post("/carte/assistant", {
    plan: JSON.parse(plan),
    language: language.value,
  });
  const conditions = compris.slice(1).map((one) => ({ text: one.texte, rest: writeRest(one.plan) }));
  return conditions.length ? conditions : [{ text: intitule ?? t("filtres.question"), rest: null }];
}

/** List the conditions of a question as {text, rest}. */
function listConditions(plan) {
  if (!questions.has(plan)) {
    questions.set(
      plan,
      askConditions(plan).catch(() => [{ text: t("filtres.question"), rest: null }]),
    );
  }
  return questions.get(plan) ?? [];
}

const NAMES = {
  categorie: (value) => code("categorie", value),
  milieu: (value) => code("milieu", value),
  eligible: (value) => t(value === "true" ? "eligible.un" : "eligible.pas"),
  position: () => t("filtres.sansposition"),
  import: () => t("filtres.import"),
};

/** List the filters that are set as {name, text}, areas first, conditions of a question last: those have `rest`,
 * the question without them, too. */
export async function nameFilters(state) {
  const areas = Object.keys(AREAS).filter((name) => state[name]);
  const others = Object.keys(NAMES).filter((name) => state[name]);
  const texts = await Promise.all(areas.map((name) => nameArea(name, state[name])));
  const conditions = state.plan ? await listConditions(state.plan) : [];
  return [
    ...areas.map((name, index) => ({ name, text: texts[index] })),
    ...others.map((name) => ({ name, text: NAMES[name](state[name]) })),
    ...conditions.map((one) => ({ name: "plan", ...one })),
  ];
}
