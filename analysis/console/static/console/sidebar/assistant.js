/** Questions in plain language: the answer in words and on the map, and the plan behind it, which can be edited. */

import { Failure } from "../components/feedback.js";
import { language, t } from "../i18n.js";
import { findExtent, weighFeatures } from "../map/layers-answer.js";
import { fit, show } from "../map/map.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { view } from "../state/view.js";

/** Draw the answer and go to it. */
function draw(answer) {
  const features = weighFeatures(answer?.couche?.features ?? []);
  show({ answer: features.length ? { type: "FeatureCollection", features } : null });
  if (features.length) fit(findExtent(features));
}

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

function Answer({ answer, onAsk, onClear }) {
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
      ${read && html`<p class="doux petit">${t("assistant.lu", { mots: read })}</p>`}
      ${answer.suggestions.length > 0 && html`<ul>${answer.suggestions.map(suggestion)}</ul>`}
      ${answer.plan && html`<${PlanEditor} plan=${answer.plan} address=${adresse} onRun=${onAsk} />`}
      <button type="button" class="bouton large" onClick=${onClear}>${t("assistant.effacer")}</button>
    </div>
  `;
}

export function Assistant() {
  const loader = useMemo(createLoader, []);
  const question = useSignal("");

  /** Ask a question, or run a plan. */
  async function ask(asked) {
    if (typeof asked === "string") question.value = asked;
    const sent = typeof asked === "string" ? { question: asked, context: { region: view.peek().region } } : asked;
    const send = (signal) => api.post("/carte/assistant", { ...sent, language: language.value }, { signal });
    await loader.load(send);
    draw(loader.value);
  }
  function submit(event) {
    event.preventDefault();
    if (question.value.trim()) ask(question.value.trim());
  }
  function clear() {
    question.value = "";
    loader.answer.value = null;
    draw(null);
  }
  useEffect(
    () => () => {
      loader.abort();
      show({ answer: null });
    },
    [],
  );
  const failed = loader.answer.value instanceof Error ? loader.answer.value : null;
  return html`
    <section class="assistant">
      <form class="question" onSubmit=${submit} role="search" aria-label=${t("assistant")}>
        <label class="champ">
          <span>${t("assistant")}</span>
          <input
            id="assistant-question" maxlength="500" placeholder=${t("assistant.exemple")} value=${question.value}
            onInput=${(event) => {
              question.value = event.target.value;
            }}
          />
        </label>
        <button type="submit" class="bouton">${t("assistant.demander")}</button>
      </form>
      ${failed && html`<${Failure} error=${failed} onRetry=${() => ask(question.value)} />`}
      ${loader.value && html`<${Answer} answer=${loader.value} onAsk=${ask} onClear=${clear} />`}
    </section>
  `;
}
