/** Filters that the question of the address holds: whoever filters by it, the map, list, counts and files, has them. */

import { readPlan } from "../server/filter-names.js";
import { setView, view } from "../state/view.js";

const COUNT = { genre: "compter", sujet: "menages", mesure: "nombre" };
const DAYS = ["du", "au"];

/** Return what the question says of one trait, or null: of several codes the first. */
export function readTrait(name) {
  const plan = readPlan(view.value.plan);
  const value = (DAYS.includes(name) ? plan[name] : plan.filtres?.[name]) ?? null;
  return Array.isArray(value) ? (value[0] ?? null) : value;
}

/** Return the question as text, or null for one that asks for every household. */
function writePlan(plan) {
  const { genre, sujet, mesure, filtres = {}, ...others } = plan;
  const isNarrow = Object.keys(filtres).length > 0 || Object.values(others).some((value) => value?.length !== 0);
  return isNarrow ? JSON.stringify({ ...COUNT, ...plan }) : null;
}

/** Write a trait into the question (`value` null takes it out) and leave its other conditions. */
export function setTrait(name, value) {
  const { filtres = {}, ...others } = readPlan(view.peek().plan);
  const plan = { ...others, filtres: { ...filtres } };
  const part = DAYS.includes(name) ? plan : plan.filtres;
  if (value === null) delete part[name];
  else part[name] = value;
  if (!Object.keys(plan.filtres).length) plan.filtres = undefined;
  setView({ plan: writePlan(JSON.parse(JSON.stringify(plan))), page: 1 });
}

/** Count which of these traits are set. */
export const countTraits = (names) => names.filter((name) => readTrait(name) !== null).length;
