/** The rule set that is edited, what was stored of it, and what its rules would do now. */

import { debounce } from "../components/debounce.js";
import { computed, signal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { catalogue } from "./catalogue.js";
import { groupRules, listRules, pickComplete } from "./rules.js";

const EMPTY = {
  nom: "",
  description: "",
  logique: "AND",
  actif: true,
  estTemplate: false,
  programmeId: "",
  groupes: /** @type {any[][]} */ ([]),
};

/** What is edited. */
export const draft = signal(/** @type {any} */ (EMPTY));
/** The stored set as {data, tag}, or null for a new one. */
export const stored = signal(/** @type {any} */ (null));
/** What the rules that are typed would do. */
export const simulation = createLoader();
let storedText = "";

const describe = ({ groupes, ...rest }) =>
  JSON.stringify([rest, groupes.map((group) => group.map(({ key, ...rule }) => rule))]);

/** Whether something was changed since it was stored. */
export const isChanged = computed(() => describe(draft.value) !== storedText);

/** Whether the user may change the set: one of nobody's programme belongs to all. */
export const mayChange = () => may(stored.value ? "transferts.modifier" : "transferts.creer");

/** Begin to edit a stored set, or with null a new one. */
export function beginDraft(found) {
  stored.value = found;
  const set = found?.data;
  draft.value = set
    ? {
        nom: set.nom,
        description: set.description ?? "",
        logique: set.logique,
        actif: set.actif,
        estTemplate: set.estTemplate,
        programmeId: set.programme?.id ?? "",
        groupes: groupRules(set.rules),
      }
    : EMPTY;
  storedText = describe(draft.value);
  simulate();
}

const readSimulation = (body) => (signal) => api.post("/eligibility/simulate", body, { signal });

/** Return what a simulation of the draft takes, or null while no rule is complete. */
export function buildSimulation() {
  const { byName } = catalogue.value;
  const { rules } = pickComplete(draft.value.groupes, byName);
  return rules.some((rule) => rule.actif) ? { rules, logique: draft.value.logique } : null;
}

/** Count how many rules are not complete yet. */
export const countMissing = () => pickComplete(draft.value.groupes, catalogue.value.byName).missing;

function simulate() {
  if (!catalogue.value || !may("registre.lire")) return;
  const body = buildSimulation();
  if (body) simulation.load(readSimulation({ ...body, limit: 5 }), { keep: true });
  else simulation.load(async () => ({ rien: true }));
}
const simulateSoon = debounce(simulate, 350);

/** Change the draft; its rules are tried a moment after the last change. */
export function change(patch) {
  draft.value = { ...draft.value, ...patch };
  if ("groupes" in patch || "logique" in patch) simulateSoon();
}

/** Change one rule of the draft, or with null take it away. */
export function changeRule(key, patch) {
  const groupes = draft.value.groupes
    .map((group) =>
      group.flatMap((rule) => {
        if (rule.key !== key) return [rule];
        return patch ? [{ ...rule, ...patch }] : [];
      }),
    )
    .filter((group) => group.length);
  change({ groupes });
}

/** Store the draft; returns the id. The server refuses what somebody else changed meanwhile. */
export async function saveDraft() {
  const { groupes, programmeId, description, ...rest } = draft.value;
  const rules = listRules(groupes, catalogue.value.byName);
  const body = { ...rest, description: description || null, programmeId: programmeId || null, rules };
  const { data, tag } = stored.value ?? {};
  if (!data) return (await api.post("/eligibility/rulesets", body)).id;
  await api.send("PUT", `/eligibility/rulesets/${data.id}`, body, tag);
  return data.id;
}
