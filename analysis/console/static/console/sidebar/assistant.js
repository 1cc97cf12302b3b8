/** Questions in plain language: the answer in words and on the map, and the plan behind it, which can be edited. */

import { Failure } from "../components/feedback.js";
import { Icon, IconButton } from "../components/icon.js";
import { language, t } from "../i18n.js";
import { goToAnswer, showAnswer } from "../map/answer.js";
import { isOffline } from "../offline/offline-line.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { FILTERS, hasFilters, setView, view } from "../state/view.js";
import { findFilters } from "./answer-filters.js";
import { AnswerRows } from "./answer-rows.js";
import { closeDrawer } from "./drawer.js";

const pickFilterState = () => Object.fromEntries(FILTERS.map((name) => [name, view.peek()[name]]));
const formatFilters = () => FILTERS.map((name) => view.value[name]).join();

/** The plan as text, and a button that runs what was made of it. */
function PlanEditor({ plan, address, onRun }) {
  const isWrong = useSignal(false);
  function run(event) {
    event.preventDefault();
    const text = new FormData(event.target).get("plan");
    let edited = null;
    try {
      edited = JSON.parse(String(text));
    } catch {
      isWrong.value = true;
      return;
    }
    isWrong.value = false;
    onRun({ plan: edited });
  }
  const text = JSON.stringify(plan, null, 1);
  return html`
    <details id="assistant-plan">
      <summary>${t("assistant.plan")}</summary>
      <form onSubmit=${run}>
        <label class="champ">
          <textarea name="plan" rows="8" aria-label=${t("assistant.plan")} defaultValue=${text} key=${text} />
        </label>
        ${isWrong.value && html`<p class="faute" role="alert">${t("assistant.plan.faux")}</p>`}
        <button type="submit" class="bouton large">${t("assistant.relancer")}</button>
      </form>
      ${
        address &&
        html`<p class="doux petit">${t("assistant.adresse", { adresse: `${address.methode} ${address.chemin}` })}</p>`
      }
    </details>
  `;
}

/** Say that filters do not bind a question, but for the region, which a question without a place takes from them. */
function findNote({ zones = [] }) {
  const { region } = view.value;
  if (!zones.some(({ id }) => id === region)) return hasFilters() ? "assistant.apart" : null;
  return FILTERS.some((name) => name !== "region" && view.value[name]) ? "assistant.apart.autres" : null;
}

/** Say which households map and list show now: those of the question, or still those of the filters. */
function Scope({ plan, isFilter }) {
  const open = () => {
    setView({ bande: "liste", page: 1 });
    closeDrawer();
  };
  if (!isFilter) {
    const note = findNote(plan);
    return note && html`<p class="doux petit" id="assistant-portee">${t(note)}</p>`;
  }
  return html`
    <p class="doux petit" id="assistant-portee">${t("assistant.filtres")}</p>
    <button type="button" class="bouton large" onClick=${open}><${Icon} name="list" />${t("assistant.liste")}</button>
  `;
}

function Answer({ answer, isFilter, onAsk, onClear }) {
  const read = answer.corrections.map(({ mot, lu }) => `${mot} → ${lu}`).join(", ");
  const { adresse } = answer;
  const suggestion = (text) => html`
    <li key=${text}>
      <button type="button" class="bouton large" onClick=${() => onAsk(text)}>${text}</button>
    </li>
  `;
  return html`
    <div class="assistant-reponse">
      <p id="assistant-texte" aria-live="polite">${answer.answer}</p>
      <${AnswerRows} plan=${answer.plan} rows=${answer.data} />
      ${answer.plan && html`<${Scope} plan=${answer.plan} isFilter=${isFilter} />`}
      ${read && html`<p class="doux petit">${t("assistant.lu", { mots: read })}</p>`}
      ${answer.suggestions.length > 0 && html`<ul>${answer.suggestions.map(suggestion)}</ul>`}
      ${answer.plan && html`<${PlanEditor} plan=${answer.plan} address=${adresse} onRun=${onAsk} />`}
      <button type="button" class="bouton large" onClick=${onClear}>${t("assistant.effacer")}</button>
    </div>
  `;
}

/** Show what was found: by the filters where they can say it, so that map, list and counts are of one set; else as
 * points and areas of its own, beside the person's `own` filters where an earlier question took their place.
 * Returns {before, filters} of the filters that it set, or null. */
async function present(answer, own, signal) {
  // Where the lists of areas do not load, what was found is drawn.
  const wanted = answer && (await findFilters(answer).catch(() => null));
  if (signal.aborted) return null;
  // Without a place on the map it goes where the answer lies, not to the area of the filters.
  if (own && !wanted) setView({ ...own, page: 1, ...(answer?.couche ? { carte: null } : {}) });
  showAnswer(wanted ? null : answer);
  if (!wanted) return null;
  const before = pickFilterState();
  const { couches } = view.peek();
  const shown = couches.includes("menages") || view.peek().bande ? couches : [...couches, "menages"];
  setView({ ...wanted, couches: shown, page: 1 });
  if (wanted.plan) goToAnswer(answer);
  return { before, filters: formatFilters() };
}

export function Assistant() {
  const loader = useMemo(createLoader, []);
  const question = useSignal("");
  const set = useSignal(/** @type {{before: any, filters: string} | null} */ (null));
  // The person's own filters, which the first of several questions took the place of.
  const own = useMemo(() => ({ current: /** @type {any} */ (null) }), []);
  const asking = useMemo(() => ({ current: new AbortController() }), []);

  /** Ask a question, or run a plan. */
  async function ask(asked) {
    asking.current.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (typeof asked === "string") question.value = asked;
    const { region } = own.current ?? view.peek();
    const sent = typeof asked === "string" ? { question: asked, context: { region } } : asked;
    set.value = null;
    const send = (wanted) => api.post("/carte/assistant", { ...sent, language: language.value }, { signal: wanted });
    await loader.load(send);
    const found = await present(loader.value, own.current, signal);
    if (signal.aborted) return;
    own.current = found && (own.current ?? found.before);
    set.value = found;
  }
  function submit(event) {
    event.preventDefault();
    if (question.value.trim()) ask(question.value.trim());
  }
  function forget() {
    asking.current.abort();
    question.value = "";
    set.value = null;
    own.current = null;
    loader.answer.value = null;
    showAnswer(null);
  }
  function clear() {
    const before = own.current;
    forget();
    if (before) setView({ ...before, page: 1 });
  }
  const filters = formatFilters();
  useEffect(() => {
    if (set.value && set.value.filters !== filters) forget(); // they are no longer those of the question
  }, [filters]);
  useEffect(
    () => () => {
      asking.current.abort();
      loader.abort();
      showAnswer(null);
    },
    [],
  );
  const failed = loader.answer.value instanceof Error ? loader.answer.value : null;
  return html`
    <section class="assistant">
      <form class="question" onSubmit=${submit} role="search" aria-label=${t("assistant")}>
        <label class="champ">
          <span class="hors-vue">${t("assistant")}</span>
          <input
            id="assistant-question" maxlength="500" title=${t("assistant")}
            placeholder=${t(isOffline.value ? "assistant.horsligne" : "assistant.exemple")}
            disabled=${isOffline.value} value=${question.value}
            onInput=${(event) => {
              question.value = event.target.value;
            }}
          />
        </label>
        <${IconButton} icon="next" label=${t("assistant.demander")} type="submit" disabled=${isOffline.value} />
      </form>
      ${failed && html`<${Failure} error=${failed} onRetry=${() => ask(question.value)} />`}
      ${
        loader.value &&
        html`<${Answer} answer=${loader.value} isFilter=${set.value !== null} onAsk=${ask} onClear=${clear} />`
      }
    </section>
  `;
}
