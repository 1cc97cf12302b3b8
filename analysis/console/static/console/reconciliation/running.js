/** The line above the entries of a session: what is left to decide, the last decision and the way back. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";
import { describeStep, steps, undo } from "./decisions.js";

const ComplaintLink = ({ complaint: { id, reference, isVisible } }) =>
  isVisible ? html`<a class="lien" href=${findAddress({ vue: "plaintes", element: id })}>${reference}</a>` : reference;

// What a decision may change of the figures, in their order.
const CHANGING = ["aDecider", "erreursADecider", "rapprochees"];

/** Say what the last decision has changed of the figures: before and after, each with what it counts. */
function describeShift({ shift }, figures) {
  const changed = CHANGING.filter((name) => shift[name]);
  const say = (name) =>
    t(`rapprochement.passe.${name}`, { avant: number(figures[name] - shift[name]), apres: number(figures[name]) });
  return changed.map(say).join(" ; ");
}

/** What is left, the last decision and the way back; their place is there from the start, so that nothing moves. */
export function Running({ figures }) {
  const last = steps.value.at(-1);
  const words = { n: figures.aDecider, erreurs: figures.erreursADecider };
  return html`
    <div class="courant">
      <p id="courant">${t("rapprochement.courant", words)}</p>
      <span class="doux" id="derniere">
        ${last ? describeStep(last) : t("rapprochement.rienencore")}${" "}
        ${last?.complaint?.reference && html`<${ComplaintLink} complaint=${last.complaint} />`}
      </span>
      <button type="button" class="lien" id="defaire" disabled=${!last} onClick=${undo}>
        <${Icon} name="undo" />${t("rapprochement.defaire")}<kbd>U</kbd>
      </button>
      <span class="doux petit" id="avant-apres">${last?.shift && describeShift(last, figures)}</span>
    </div>
  `;
}
