/** The button that scores a household again, where its score is not today's. */

import { announce } from "../components/announce.js";
import { WorkButton } from "../components/work-button.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

export function ScoreAgain({ id }) {
  const score = async () => {
    const { newScore } = await api.post(`/menages/${id}/recalculate-pmt`);
    announce(t("parcours.score.refait", { score: number(newScore, 1) }));
    dispatchEvent(new Event("tabanca:registre"));
  };
  return html`<${WorkButton} id="noter-encore" label=${t("parcours.score.refaire")} work=${score} />`;
}
