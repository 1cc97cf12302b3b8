/** What may be done with a cycle now, by its state and the caller's rights; each asks before it does anything. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import {
  askCalculation,
  askExecution,
  askFees,
  askStep,
  askValidation,
  fetchInstructions,
  Note,
} from "./cycle-dialogs.js";
import { Validators } from "./cycle-steps.js";
import { askClosing } from "./decisions.js";
import { askResults } from "./result-file.js";

const OPEN = new Set(["brouillon", "rejete"]);

// The ways to pay in which a file goes out and results come back.
const BY_FILE = new Set(["fichier", "virement_bancaire"]);

const PAYING = new Set(["cycles.executer", "cycles.relancer"]);

const REASON = "pourquoi-attendre";
const CLOSE = "cycles.clore";

/** Find the act that a run waits for: its file, then its results. Cash and online payments wait for none here. */
function findNextOfRun(run) {
  if (!run || !BY_FILE.has(run.fournisseur)) return null;
  return run.reussis + run.echoues ? "cycles.resultats" : "cycles.fichier";
}

/** Find the act that the state waits for; of a rejected list that is its correction, not that it is submitted again.
 *
 * `runs` begin with the last one.
 */
function findNext({ statutValidation: state, totaux, suspenduLe }, runs) {
  if (state === "brouillon") return totaux.nombre ? "cycles.soumettre" : "cycles.calculer";
  if (state === "rejete") return totaux.nombre ? "cycles.recalculer" : "cycles.calculer";
  if (state === "en_attente") return "cycles.valider";
  if (suspenduLe) return "cycles.reprendre";
  if (totaux.enCours) return findNextOfRun(runs.find((run) => run.etat !== "terminee"));
  return totaux.planifies ? "cycles.executer" : "cycles.relancer";
}

/** List the actions that are possible now, the next one first: the key of its words, what it does. */
function listActions(cycle, history, runs, providers) {
  const { statutValidation: state, totaux, suspenduLe, closLe } = cycle;
  const wait = suspenduLe ? t("cycles.fichier.suspendu") : "";
  const ownPart = history.empechementPaiement ?? "";
  const caution = history.avertissementPaiement;
  const comment = html`<${Note} name="commentaire" label=${t("cycles.commentaire")} />`;
  const reason = html`<${Note} name="motif" label=${t("motif")} required />`;
  const level = `transferts.valider_niveau_${history.niveauValidation + 1}`;
  const isPayable = state === "valide" && !suspenduLe && !closLe;
  const isStarted = totaux.enCours + totaux.reussis + totaux.echoues > 0;
  const calculation = totaux.nombre ? "cycles.recalculer" : "cycles.calculer";
  /** Each: whether it is possible, its words, its permission, what it does, and why it must wait.
   * @type {[any, string, string, () => Promise<any>, string?][]}
   */
  const all = [
    [OPEN.has(state), calculation, "transferts.calculer", () => askCalculation(cycle, calculation)],
    [OPEN.has(state) && totaux.nombre, "cycles.frais", "transferts.gerer_tarifs", () => askFees(cycle)],
    [
      OPEN.has(state) && totaux.nombre,
      "cycles.soumettre",
      "transferts.soumettre",
      () => askStep(cycle, "soumettre", "cycles.soumettre"),
    ],
    [history.peutValider, "cycles.valider", level, () => askValidation(cycle, comment)],
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
      () => askExecution(cycle, providers, "executer", "cycles.executer", caution),
      ownPart,
    ],
    [
      isPayable && totaux.echoues,
      "cycles.relancer",
      "transferts.executer",
      () => askExecution(cycle, providers, "relancer-echecs", "cycles.relancer", caution),
      ownPart,
    ],
    [totaux.enCours, "cycles.fichier", "transferts.executer", () => fetchInstructions(cycle), wait],
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
      CLOSE,
      "transferts.executer",
      () => askClosing(cycle),
    ],
  ];
  const next = findNext(cycle, runs);
  return all
    .filter(([isPossible, , permission]) => isPossible && may(permission))
    .map(([, key, , run, wait = ""]) => ({ key, run, wait, isNext: key === next }))
    .sort((one, other) => Number(other.isNext) - Number(one.isNext));
}

/** Say why a validated cycle of which payments are open cannot be closed here and now; nothing where it can. */
function describeNoClosing({ statutValidation, closLe, totaux }) {
  const isOpen = statutValidation === "valide" && !closLe && totaux.enCours + totaux.planifies + totaux.echoues > 0;
  if (!isOpen) return "";
  if (!may("transferts.executer")) return t("cycles.clore.autrui");
  return totaux.enCours ? t("cycles.clore.attend", { n: totaux.enCours }) : "";
}

export function Actions({ cycle, history, runs, providers, onDone, onFailure }) {
  const busy = useSignal("");
  const actions = listActions(cycle, history, runs, providers);
  const start = (key, run) => async () => {
    busy.value = key;
    try {
      const answer = await run();
      if (!answer) return;
      const jobId = answer.jobId ?? answer.data?.jobId;
      // What the service says of it comes after: who was paid, and who was not. A closing may be no more than proposed.
      const said = key === CLOSE ? "" : t(jobId ? "cycles.encours" : "cycles.fait", { quoi: t(key) });
      onDone([said, !jobId && answer.message].filter(Boolean).join(" "));
      if (jobId) {
        await waitForJob(jobId, () => {}, new AbortController().signal);
        onDone(t("cycles.fait", { quoi: t(key) }));
      }
    } catch (error) {
      onFailure(error);
    } finally {
      busy.value = "";
    }
  };
  const button = ({ key, run, wait, isNext }) => html`
    <button
      type="button" class="bouton ${isNext ? "principal" : ""}"
      key=${key} disabled=${busy.value !== "" || Boolean(wait)} aria-describedby=${wait ? REASON : null}
      onClick=${start(key, run)}
    >
      ${t(key)}
    </button>
  `;
  const reasons = [...new Set(actions.map(({ wait }) => wait).filter(Boolean))];
  const noClosing = describeNoClosing(cycle);
  const { avertissementPaiement: caution } = history;
  const isPaidHere = actions.some(({ key }) => PAYING.has(key));
  // Of a list that waits for others the reader can only go back: whom it waits for is read before that.
  const isForOthers = history.prochainNiveau && !history.peutValider;
  return html`
    ${caution && isPaidHere && html`<p class="note" id="paye-aussi">${caution}</p>`}
    ${isForOthers && html`<p id="attend-autrui"><${Validators} history=${history} /></p>`}
    ${
      actions.length > 0 &&
      html`<div class="actions" role="group" aria-label=${t("actions")}>${actions.map(button)}</div>`
    }
    ${reasons.length > 0 && html`<p class="doux petit" id=${REASON}>${reasons.join(" ")}</p>`}
    ${noClosing && html`<p class="doux petit" id="pas-clore">${noClosing}</p>`}
  `;
}
