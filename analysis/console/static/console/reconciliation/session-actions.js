/** What may be done with a session now, by its state and the caller's rights, and the progress of long work. */

import { announce } from "../components/announce.js";
import { Progress } from "../components/feedback.js";
import { remaining, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { isAborted } from "../server/errors.js";
import { waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { forgetDecisions } from "./decisions.js";
import { waiting } from "./queue.js";
import { askExport, askFinalization, askMatch, askStep, saveMinute } from "./session-dialogs.js";
import { failure, session as loader, message, RECONCILE, rereadSession } from "./session-state.js";
import { forgetSuggestions } from "./suggestions.js";
import { loadRows } from "./work-state.js";

const FINALIZE = "rapprochement.finaliser";
const OPEN = new Set(["brouillon", "en_cours", "a_valider"]);

const describeProposal = (left) =>
  left ? t("rapprochement.proposer.texte", { n: left }) : t("rapprochement.proposer.tout");

/** List the actions that are possible now, the one that comes next first: [key of its words, what it does]. */
function listActions(session) {
  const { statut, statistiques } = session;
  const isWorking = may(RECONCILE);
  const finalize = [statut === "a_valider" && isWorking, FINALIZE, () => askFinalization(session)];
  const left = statistiques.aDecider;
  const propose = [
    statut === "en_cours" && isWorking,
    "rapprochement.proposer",
    () => askStep(session, "/validate", "rapprochement.proposer", describeProposal(left)),
  ];
  const match = [OPEN.has(statut) && isWorking, "rapprochement.rapprocher", () => askMatch(session)];
  const rest = [
    [statut === "valide", "rapprochement.minute", () => saveMinute(session)],
    [statut !== "brouillon" && may("registre.exporter"), "rapprochement.exporter", () => askExport(session)],
    [
      OPEN.has(statut) && isWorking,
      "rapprochement.abandonner",
      () => askStep(session, "/annuler", "rapprochement.abandonner", t("rapprochement.abandonner.texte")),
    ],
  ];
  return [finalize, propose, match, ...rest].filter(([isPossible]) => isPossible).map(([, key, run]) => [key, run]);
}

/** Read everything anew: the session has moved, or its entries were matched. */
async function showAll(id) {
  forgetDecisions();
  forgetSuggestions();
  await rereadSession();
  if (loader.value && loader.value.data.statut !== "brouillon") await loadRows(id);
}

/** Describe the time left, once enough is done to tell. */
function describeTimeLeft({ progression, startedAt, createdAt }) {
  const { fait, total } = progression;
  const spent = (Date.now() - new Date(startedAt ?? createdAt).getTime()) / 1000;
  return total && fait > total * 0.02 && spent > 2 ? remaining(((total - fait) * spent) / fait) : "";
}

/** The progress of long work. Its number stands in the address: it can be left and found again. */
export function LongWork({ id, onDone }) {
  /** @type {import("@preact/signals").Signal<any>} */
  const job = useSignal(null);
  useEffect(() => {
    const wanted = new AbortController();
    waitForJob(id, (found) => (job.value = found), wanted.signal)
      .then(onDone)
      .catch((error) => {
        if (isAborted(error) || wanted.signal.aborted) return;
        failure.value = error;
        setView({ tache: null }, { replace: true });
      });
    return () => wanted.abort();
  }, [id]);
  const isKnown = job.value?.statut === "en_cours" && job.value.progression.total > 0;
  return html`
    <div class="feuille">
      <${Progress}
        share=${isKnown ? job.value.progression.pourcentage / 100 : null} label=${t("rapprochement.travail")}
        detail=${isKnown ? describeTimeLeft(job.value) : ""}
      />
      <p class="doux">${t("import.quitter")}</p>
    </div>
  `;
}

export function Actions({ session }) {
  const busy = useSignal("");
  const { tache } = view.value;
  const start = (key, run) => async () => {
    busy.value = key;
    failure.value = null;
    message.value = "";
    try {
      const answer = await run();
      if (!answer) return;
      if (answer.jobId) {
        setView({ tache: answer.jobId }, { replace: true });
        return;
      }
      message.value = t("cycles.fait", { quoi: t(key) });
      announce(message.value);
      await showAll(session.id);
    } catch (error) {
      failure.value = error;
    } finally {
      busy.value = "";
    }
  };
  const finish = async () => {
    setView({ tache: null }, { replace: true });
    message.value = t("rapprochement.travail.fait");
    announce(message.value);
    await showAll(session.id);
  };
  if (tache) return html`<${LongWork} id=${tache} onDone=${finish} />`;
  // What is still being sent would be told by another version.
  const isOff = busy.value !== "" || waiting.value > 0;
  // What comes next is not to finish while the page says that entries are still to be decided.
  const isUnfinished = session.statistiques.aDecider > 0;
  // Nothing is finalised over open errors: the sentence above says how many.
  const isBarred = (key) => key === FINALIZE && session.statistiques.erreursADecider > 0;
  const isNext = (key, place) => place === 0 && !isBarred(key) && !(isUnfinished && key === "rapprochement.proposer");
  const button = (/** @type {any} */ [key, run], /** @type {number} */ place) => html`
    <button
      type="button" class="bouton ${isNext(key, place) ? "principal" : ""}" key=${key}
      disabled=${isOff || isBarred(key)} aria-describedby=${isBarred(key) ? "suite-session" : null}
      onClick=${start(key, run)}
    >
      ${t(key)}
    </button>
  `;
  const actions = listActions(session);
  return (
    actions.length > 0 &&
    html`<div class="actions" role="group" aria-label=${t("actions")}>${actions.map(button)}</div>`
  );
}
