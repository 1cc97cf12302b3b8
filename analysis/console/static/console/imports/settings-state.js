/** How a file of households is to be taken: what is sent with every request about it. */

import { computed, signal } from "../preact.js";
import * as api from "../server/api.js";

const PAGE = 100;
const CONFIRMATIONS = ["confirmerChangements", "confirmerValeurs"];
const SCALE_QUESTION = "ECHELLE_SCORE";
const NO_CHOICE = { projetId: "", campagneId: "" };

/** "create", "update" or "replace": what is done with known households. */
export const mode = signal("create");
/** Whether unknown villages are created. */
export const createsPlaces = signal(false);
/** Form fields that answer a question of the check: echelle_pmt … @type {import("@preact/signals").Signal<any>} */
export const answers = signal({});
/** The chosen project and campaign. @type {import("@preact/signals").Signal<Record<string, string>>} */
export const choices = signal(NO_CHOICE);
/** The projects and campaigns to choose from; null: not read. @type {import("@preact/signals").Signal<any>} */
export const lists = signal({ projetId: null, campagneId: null });

export const createsOnly = computed(() => mode.value === "create");
/** Whether registered households of the file are deleted, and made anew from it. */
export const deletes = computed(() => mode.value === "replace");

const setList = (name, rows) => {
  lists.value = { ...lists.value, [name]: rows };
};

/** Read all pages of a list. What takes no households is not offered. */
async function readList(name, path, query) {
  setList(name, []);
  try {
    const rows = [];
    for (let page = 1; rows.length === (page - 1) * PAGE; page += 1) {
      rows.push(...(await api.get(path, { page, limit: PAGE, ...query })));
    }
    setList(
      name,
      rows.filter((row) => row.peutCollecter !== false && !row.lectureSeule),
    );
  } catch (error) {
    if (error.kind !== "forbidden") setList(name, null); // asked again when the page is next opened
  }
}

export function loadLists() {
  if (lists.value.projetId === null) readList("projetId", "/projets", { actif: true });
  if (lists.value.campagneId === null) readList("campagneId", "/campagnes", {});
}

/** Take a confirmation back: it was given for the households that the check named. */
export function dropConfirmations() {
  const others = Object.entries(answers.value).filter(([name]) => !CONFIRMATIONS.includes(name));
  answers.value = Object.fromEntries(others);
}

/** Set one form field: a setting, or the answer to a question. */
export function setField(name, value) {
  if (name in NO_CHOICE) choices.value = { ...choices.value, [name]: value };
  else if (name === "mode") mode.value = value;
  else answers.value = { ...answers.value, [name]: value };
}

/** Take one answer back: the check asks again. */
export function dropField(name) {
  const { [name]: _dropped, ...others } = answers.value;
  answers.value = others;
}

/** Forget the answers: those about one file say nothing of the next. */
export function forgetAnswers() {
  answers.value = {};
}

/** Return the scale of the scores in use; "" while the check asks for it. */
export function findScale(problems) {
  const hasQuestion = problems.some(({ code }) => code === SCALE_QUESTION);
  return answers.value.echelle_pmt ?? (hasQuestion ? "" : "0-100");
}

/** Return the form fields of every request. */
export function collectFields() {
  const chosen = Object.entries(choices.value).filter(([, value]) => value);
  return {
    mode: mode.value,
    creerLocalites: String(createsPlaces.value),
    ...answers.value,
    ...Object.fromEntries(chosen),
  };
}
