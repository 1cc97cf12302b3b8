/** The button that scores a household again, where its score is not today's. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";

export function ScoreAgain({ id }) {
  const isBusy = useSignal(false);
  const failure = useSignal("");
  const run = async () => {
    isBusy.value = true;
    failure.value = "";
    try {
      const { newScore } = await api.post(`/menages/${id}/recalculate-pmt`);
      announce(t("parcours.score.refait", { score: number(newScore, 1) }));
      dispatchEvent(new Event("tabanca:registre"));
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return html`
    <button type="button" class="bouton" id="noter-encore" disabled=${isBusy.value} onClick=${run}>
      ${t("parcours.score.refaire")}
    </button>
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
  `;
}
