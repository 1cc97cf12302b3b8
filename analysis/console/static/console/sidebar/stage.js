/** The filter by where the collection stands: one stage, or all but that of the rejected. It is one choice, in the menu
 * and in a strip: what is chosen in one place is chosen in the other. */

import { t } from "../i18n.js";
import { STATES } from "../pages/transitions.js";
import { readPlan } from "../server/filter-names.js";
import { view } from "../state/view.js";
import { setTrait } from "./plan-traits.js";

const REJECTED = "rejete";
const OTHERS = Object.keys(STATES).filter((stage) => stage !== REJECTED);
export const WITHOUT_REJECTED = "sans_rejetes";

/** List the choices: {value, text} each. */
export const listStages = () =>
  [WITHOUT_REJECTED, ...Object.keys(STATES)].map((value) => ({ value, text: t(`etat.${value}`) }));

/** Return what is chosen, or null: of several stages the first, where they are not all but the rejected. */
export function readStage() {
  const chosen = readPlan(view.value.plan).filtres?.etape ?? [];
  const isWithout = chosen.length === OTHERS.length && OTHERS.every((stage) => chosen.includes(stage));
  return isWithout ? WITHOUT_REJECTED : (chosen[0] ?? null);
}

/** Return the stages that a choice stands for. */
const listMeant = (value) => (value === WITHOUT_REJECTED ? OTHERS : [value]);

/** Choose one of them; null takes the choice back. */
export const chooseStage = (value) => setTrait("etape", value === null ? null : listMeant(value));
