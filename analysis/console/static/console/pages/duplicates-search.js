/** Searching for duplicates anew: started here, found again after leaving; and what the last search covered. */

import { Done, describeError, Progress } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { moment, number, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, signal, useEffect, useRef } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { isOpen, waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const TYPE = "analyser_doublons";
/** The last search of all that the user sees: {faiteLe, menages, paires}; all is null without one. */
export const last = createLoader();
/** The job that runs, or null. */
export const running = signal(/** @type {any} */ (null));
/** How the search of this visit ended: {found} or {failure}. */
const outcome = signal(/** @type {any} */ (null));

const readLast = () =>
  last.load(async (signal) => ({ search: await api.get("/menages/doublons/recherche", {}, signal) }), { keep: true });

const showProgress = (job) => {
  running.value = job;
};

async function follow(job, leaving, onDone) {
  running.value = job;
  try {
    const found = await waitForJob(job.id, showProgress, leaving);
    outcome.value = { found };
    readLast();
    onDone();
  } catch (error) {
    if (isAborted(error)) return; // left: found again by the next visit
    outcome.value = { failure: describeError(error) };
  }
  running.value = null;
}

async function start(leaving, onDone) {
  outcome.value = null;
  running.value = { statut: "en_attente" };
  try {
    const { jobId } = await api.post("/menages/analyse-doublons", {}, { query: { async: 1 } });
    await follow({ id: jobId, statut: "en_attente" }, leaving, onDone);
  } catch (error) {
    running.value = null;
    outcome.value = { failure: describeError(error) };
  }
}

/** Find a search again that was started before. */
async function resume(leaving, onDone) {
  const found = await api.get("/jobs", { type: TYPE, limit: 1 }, leaving).catch(() => []);
  const job = found.find(isOpen);
  if (job && !running.value) await follow(job, leaving, onDone);
}

/** Say what the last search covered. */
export function describeLast(search) {
  if (!search.faiteLe) return t("doublons.recherche.jamais");
  const when = moment(search.faiteLe);
  if (search.menages === null) return t("doublons.recherche.quand", { quand: when });
  return t("doublons.recherche.derniere", {
    quand: when,
    menages: number(search.menages),
    paires: number(search.paires),
  });
}

function Outcome() {
  const { found, failure } = outcome.value ?? {};
  if (failure) return html`<p class="faute" role="alert">${failure}</p>`;
  if (!found) return null;
  const numbers = { n: found.nouvelles, menages: number(found.menages) };
  return html`<${Done} text=${t("doublons.recherche.faite", numbers)} />`;
}

/** `onDone()` when a search has ended. */
export function DuplicateSearch({ onDone }) {
  const leaving = useRef(/** @type {AbortController | null} */ (null));
  useEffect(() => {
    const here = new AbortController();
    leaving.current = here;
    readLast();
    resume(here.signal, onDone);
    return () => {
      here.abort();
      running.value = null;
    };
  }, []);
  if (running.value) {
    const words = { label: t("doublons.analyse.encours"), detail: t("doublons.recherche.quitter") };
    return html`<${Progress} share=${null} ...${words} />`;
  }
  const begin = () => start(leaving.current?.signal, onDone);
  return html`
    <div class="outils recherche-doublons">
      ${
        may("registre.valider") &&
        html`
          <button type="button" class="bouton" id="chercher-doublons" ...${needLine()} onClick=${begin}>
            <${Icon} name="search" />${t("doublons.analyse")}
          </button>
        `
      }
      ${last.value && html`<p class="doux">${describeLast(last.value.search)}</p>`}
    </div>
    <${Outcome} />
  `;
}
