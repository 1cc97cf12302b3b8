/** The analysis of all households: started here, followed here, the figures are read anew after it. */

import { Done, describeError, Progress } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { moment, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect, useRef, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { isOpen, waitForJob } from "../server/jobs.js";

const TYPE = "analyser_qualite";

const findLast = async (signal) => (await api.get("/jobs", { type: TYPE, limit: 1 }, signal))[0] ?? null;

/** `onDone()` when an analysis has ended. */
export function QualityAnalysis({ onDone }) {
  /** null, a job, an Error, or "fini". @type {import("@preact/signals").Signal<any>} */
  const state = useSignal(null);
  const last = useSignal("");
  const leaving = useRef(/** @type {AbortController | null} */ (null));

  async function follow(job) {
    state.value = job;
    const onProgress = (found) => {
      state.value = found;
    };
    try {
      await waitForJob(job.id, onProgress, leaving.current?.signal);
      state.value = "fini";
      onDone();
    } catch (error) {
      if (!isAborted(error)) state.value = error;
    }
  }

  async function start() {
    state.value = { statut: "en_attente" };
    try {
      const answer = await api.post("/menages/analyse-qualite", {}, { query: { async: 1 } });
      await follow({ id: answer.jobId, statut: "en_attente" });
    } catch (error) {
      state.value = error;
    }
  }

  useEffect(() => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    // One that was started before is found again.
    findLast(signal).then(
      (job) => {
        if (job && isOpen(job)) follow(job);
        else if (job?.statut === "termine") last.value = job.endedAt;
      },
      (error) => isAborted(error) || null,
    );
    return () => leaving.current?.abort();
  }, []);

  const found = state.value;
  if (found === "fini") return html`<${Done} text=${t("qualite.analysee")} />`;
  if (found && !(found instanceof Error)) {
    const { total, fait, pourcentage } = found.progression ?? {};
    return html`
      <${Progress}
        share=${total ? pourcentage / 100 : null} label=${t("qualite.encours")}
        detail=${total ? t("taches.avance", { fait, total }) : ""}
      />
    `;
  }
  return html`
    <div class="outils analyse">
      <button
        type="button" class="bouton" id="analyser" ...${needLine()} onClick=${start}
      >
        <${Icon} name="gauge" />${t("qualite.analyser")}
      </button>
      <p class="doux petit">
        ${t("qualite.analyser.aide")}
        ${last.value && ` ${t("qualite.analyser.derniere", { quand: moment(last.value) })}`}
      </p>
    </div>
    ${found && html`<p class="faute" role="alert">${describeError(found)}</p>`}
  `;
}
