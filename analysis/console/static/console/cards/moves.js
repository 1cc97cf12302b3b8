/** The steps of the collection, on a card that was opened from a queue: nobody goes back to the list for them. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { t } from "../i18n.js";
import { describeDone } from "../pages/transition-result.js";
import { findState, nameMove, STATES, TRANSITIONS } from "../pages/transitions.js";
import { html, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { cameFrom } from "./way-back.js";

const QUEUES = ["collecte", "qualite"];

export function Moves({ household }) {
  const refusal = useSignal("");
  const state = findState(household);
  if (!state || !QUEUES.some(cameFrom)) return null;
  const move = async (name) => {
    refusal.value = "";
    try {
      const { askTransition } = await import("../pages/ask-transition.js");
      const answer = await askTransition(name, [household.id], [household], nameMove(name, state));
      if (!answer) return;
      if (answer.echoues) {
        refusal.value = answer.erreurs[0].message;
        return;
      }
      announce(describeDone(answer));
      dispatchEvent(new Event("tabanca:registre"));
    } catch (error) {
      refusal.value = describeError(error);
    }
  };
  const button = (name, index) => html`
    <button
      type="button" key=${name} id="etape-${name}" class=${index ? "bouton" : "bouton principal"}
      onClick=${() => move(name)}
    >
      ${nameMove(name, state)}
    </button>
  `;
  const offered = STATES[state].transitions.filter((name) => may(TRANSITIONS[name].permission));
  return html`
    <section class="etapes">
      <h3>${t("intitule", { nom: t("page.collecte"), valeur: t(`etat.${state}`) })}</h3>
      <div class="actions">${offered.map(button)}</div>
      ${refusal.value && html`<p class="faute" role="alert">${refusal.value}</p>`}
    </section>
  `;
}
