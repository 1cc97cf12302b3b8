/** How a question was understood: in words, of which each can be taken away, and for technicians as a plan. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { typeset } from "../typography.js";

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
      <summary>${t("assistant.techniciens")}</summary>
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

/** Show each part; a press on one asks the question without it. */
function Parts({ parts, onRun }) {
  const part = ({ texte, plan }) => html`
    <li key=${texte}>
      ${
        plan
          ? html`
              <button
                type="button" class="morceau" aria-label=${t("assistant.oter", { nom: texte })}
                onClick=${() => onRun({ plan })}
              >${typeset(texte)}<${Icon} name="close" /></button>
            `
          : html`<span class="morceau">${typeset(texte)}</span>`
      }
    </li>
  `;
  return html`
    <p class="etiquette" id="assistant-compris">${t("assistant.plan")}</p>
    <ul class="compris" aria-labelledby="assistant-compris">${parts.map(part)}</ul>
  `;
}

export const Understood = ({ answer, onRun }) => html`
  <${Parts} parts=${answer.compris} onRun=${onRun} />
  <${PlanEditor} plan=${answer.plan} address=${answer.adresse} onRun=${onRun} />
`;
