/** What may be done with a cycle now, by its state and the caller's rights; each asks before it does anything. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import { askCalculation, askExecution, askFees, askStep, fetchInstructions, Note } from "./cycle-dialogs.js";
import { askClosing } from "./decisions.js";
import { askResults } from "./result-file.js";

const OPEN = new Set(["brouillon", "rejete"]);
const SUBMIT = "cycles.soumettre";
// What takes work back is never what the page proposes first.
const BACKWARDS = new Set(["cycles.rejeter", "cycles.reinitialiser"]);

/** List the actions that are possible now: [key of its words, permission, what it does]. */
function listActions(cycle, history, providers) {
  const { statutValidation: state, totaux, suspenduLe, closLe } = cycle;
  const comment = html`<${Note} name="commentaire" label=${t("cycles.commentaire")} />`;
  const reason = html`<${Note} name="motif" label=${t("motif")} required />`;
  const level = `transferts.valider_niveau_${history.niveauValidation + 1}`;
  const isPayable = state === "valide" && !suspenduLe && !closLe;
  const isStarted = totaux.enCours + totaux.reussis + totaux.echoues > 0;
  /** @type {[any, string, string, () => Promise<any>][]} */
  const all = [
    [OPEN.has(state), "cycles.calculer", "transferts.calculer", () => askCalculation(cycle)],
    [OPEN.has(state) && totaux.nombre, "cycles.frais", "transferts.gerer_tarifs", () => askFees(cycle)],
    [
      OPEN.has(state) && totaux.nombre,
      SUBMIT,
      "transferts.soumettre",
      () => askStep(cycle, "soumettre", "cycles.soumettre"),
    ],
    [history.peutValider, "cycles.valider", level, () => askStep(cycle, "valider", "cycles.valider", comment)],
    [
      state === "en_attente",
      "cycles.rejeter",
      level,
      () => askStep(cycle, "rejeter", "cycles.rejeter", reason, "motif"),
    ],
    [
      isPayable && totaux.planifies,
      "cycles.executer",
      "transferts.executer",
      () => askExecution(cycle, providers, "executer", "cycles.executer"),
    ],
    [
      isPayable && totaux.echoues,
      "cycles.relancer",
      "transferts.executer",
      () => askExecution(cycle, providers, "relancer-echecs", "cycles.relancer"),
    ],
    [totaux.enCours, "cycles.fichier", "transferts.executer", () => fetchInstructions(cycle)],
    [totaux.enCours, "cycles.resultats", "transferts.executer", () => askResults(cycle)],
    [
      isPayable && isStarted && totaux.enCours,
      "cycles.suspendre",
      "transferts.executer",
      () => askStep(cycle, "suspendre-execution", "cycles.suspendre"),
    ],
    [
      suspenduLe,
      "cycles.reprendre",
      "transferts.executer",
      () => askStep(cycle, "reprendre-execution", "cycles.reprendre"),
    ],
    [
      state !== "brouillon" && !isStarted,
      "cycles.reinitialiser",
      "transferts.reinitialiser_validation",
      () => askStep(cycle, "reinitialiser-validation", "cycles.reinitialiser"),
    ],
    [
      state === "valide" && !closLe && !totaux.enCours && totaux.planifies + totaux.echoues,
      "cycles.clore",
      "transferts.executer",
      () => askClosing(cycle),
    ],
  ];
  return all.filter(([isPossible, , permission]) => isPossible && may(permission)).map(([, key, , run]) => [key, run]);
}

export function Actions({ cycle, history, providers, onDone, onFailure }) {
  const busy = useSignal("");
  const actions = listActions(cycle, history, providers);
  if (!actions.length) return null;

  const start = (key, run) => async () => {
    busy.value = key;
    try {
      const answer = await run();
      if (!answer) return;
      onDone(t(answer.jobId ? "cycles.encours" : "cycles.fait", { quoi: t(key) }));
      if (answer.jobId) {
        await waitForJob(answer.jobId, () => {}, new AbortController().signal);
        onDone(t("cycles.fait", { quoi: t(key) }));
      }
    } catch (error) {
      onFailure(error);
    } finally {
      busy.value = "";
    }
  };
  const keys = actions.map(([key]) => key);
  const next = keys.includes(SUBMIT) ? SUBMIT : keys[0]; // a list that is there is submitted, not made once more
  const isNext = (key) => key === next && !BACKWARDS.has(key);
  actions.sort(([one], [other]) => Number(isNext(other)) - Number(isNext(one)));
  const button = (/** @type {any} */ [key, run]) => html`
    <button
      type="button" class="bouton ${isNext(key) ? "principal" : ""}"
      key=${key} disabled=${busy.value !== ""} onClick=${start(key, run)}
    >
      ${t(key)}
    </button>
  `;
  return html`<div class="actions" role="group" aria-label=${t("actions")}>${actions.map(button)}</div>`;
}
