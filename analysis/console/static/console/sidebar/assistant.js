/** Questions in plain language: the answer in words and on the map, and how the question was understood. */

import { Failure } from "../components/feedback.js";
import { IconButton } from "../components/icon.js";
import { language, t } from "../i18n.js";
import { goToAnswer, showAnswer } from "../map/answer.js";
import { showArea } from "../map/area.js";
import { isOffline } from "../offline/offline-line.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { FILTERS, setView, view } from "../state/view.js";
import { typeset } from "../typography.js";
import { findFilters } from "./answer-filters.js";
import { AnswerRows, hasLinks } from "./answer-rows.js";
import { FormerScope, PageLink, Scope } from "./answer-scope.js";
import { Understood } from "./understood.js";

const COMMON = "Gabú"; // of who sees the country

/** Return a question that the user's own regions answer. */
const describeExample = () => t("assistant.exemple", { region: currentUser()?.regions?.[0]?.nom ?? COMMON });

const pickFilterState = () => Object.fromEntries(FILTERS.map((name) => [name, view.peek()[name]]));
const formatFilters = () => FILTERS.map((name) => view.value[name]).join();

/** Return the sentence; without the names that stand below it as links. */
function pickSentence({ answer, plan, data }) {
  const end = answer.indexOf(". ") + 1;
  return end && hasLinks(plan, data) && plan.genre === "lister" ? answer.slice(0, end) : answer;
}

function Answer({ answer, isFilter, onAsk, onClear }) {
  // "Far" is read as a distance, all others as another word.
  const isNorm = ({ lu }) => lu.startsWith("> ");
  const norms = answer.corrections.filter(isNorm).map(({ lu }) => lu.slice(2));
  const words = answer.corrections.filter((one) => !isNorm(one));
  const read = words.map(({ mot, lu }) => `${mot} → ${lu}`).join(", ");
  const suggestion = (text) => html`
    <li key=${text}>
      <button type="button" class="bouton large" onClick=${() => onAsk(text)}>${text}</button>
    </li>
  `;
  const variant = ({ texte, plan }) => html`
    <button type="button" class="bouton large" key=${texte} onClick=${() => onAsk({ plan })}>${texte}</button>
  `;
  const clear = html`
    <button type="button" class="bouton large" onClick=${onClear}>${t("assistant.effacer")}</button>
  `;
  return html`
    <div class="assistant-reponse">
      <p id="assistant-texte" aria-live="polite">${typeset(pickSentence(answer))}</p>
      ${answer.variantes.map(variant)}
      ${answer.plan && html`<${Scope} plan=${answer.plan} isFilter=${isFilter}>${clear}<//>`}
      <${AnswerRows} plan=${answer.plan} rows=${answer.data} />
      ${answer.ailleurs && html`<${PageLink} page=${answer.ailleurs} narrowed=${answer.ailleursFiltres} />`}
      ${!answer.plan && html`<${FormerScope} />`}
      ${read && html`<p class="doux petit">${t("assistant.lu", { mots: read })}</p>`}
      ${norms.map((far) => html`<p class="doux petit" key=${far}>${t("assistant.norme", { distance: far })}</p>`)}
      ${answer.suggestions.length > 0 && html`<ul>${answer.suggestions.map(suggestion)}</ul>`}
      ${answer.plan ? html`<${Understood} answer=${answer} onRun=${onAsk} />` : clear}
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
  if (own && !answer?.plan) showArea(own); // the map is still where the question before lay
  if (!wanted) return null;
  const before = pickFilterState();
  const { couches } = view.peek();
  const hasHouseholds = couches.some((name) => name.endsWith("menages")); // shown, or set aside
  const layers = hasHouseholds || view.peek().bande ? couches : [...couches, "menages"];
  setView({ ...wanted, couches: layers, page: 1 });
  if (wanted.plan) goToAnswer(answer);
  return { before, filters: formatFilters() };
}

const [LINE, MOST_LINES] = [24, 6]; // letters of a line of the field
/** Return how many lines a question takes, where the browser does not fit the field to it by itself. */
const countLines = (text) => Math.min(MOST_LINES, Math.max(1, Math.ceil(text.length / LINE)));

export function Assistant() {
  const loader = useMemo(createLoader, []);
  const question = useSignal("");
  const set = useSignal(/** @type {{before: any, filters: string} | null} */ (null));
  // The person's own filters, which the first of several questions took the place of.
  const own = useMemo(() => ({ current: /** @type {any} */ (null) }), []);
  const asking = useMemo(() => ({ current: new AbortController() }), []);

  /** Ask a question, or run a plan. */
  async function ask(request) {
    asking.current.abort();
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (typeof request === "string") question.value = request;
    const { region } = own.current ?? view.peek();
    const sent = typeof request === "string" ? { question: request, context: { region } } : request;
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
  /** Ask by the key that would begin a new line: a question has as many lines as it needs, but no paragraphs. */
  function submitByEnter(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    event.currentTarget.form.requestSubmit();
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
    if (!before) return;
    setView({ ...before, page: 1 });
    showArea(before);
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
          <textarea
            id="assistant-question" rows=${countLines(question.value)} maxlength="500" title=${t("assistant")}
            enterkeyhint="send" placeholder=${isOffline.value ? t("assistant.horsligne") : describeExample()}
            disabled=${isOffline.value} value=${question.value} onKeyDown=${submitByEnter}
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
