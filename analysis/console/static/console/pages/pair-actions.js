/** What is decided about a pair, and the way back from the last decision. */

import { Field } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import * as duplicates from "./duplicates-state.js";

const Decision = ({ decision, onDecide }) => html`
  <button type="button" id="decide-${decision}" class="bouton" onClick=${onDecide}>
    ${t(`doublons.${decision}.faire`)}<kbd>${decision[0].toUpperCase()}</kbd>
  </button>
`;

const Decided = ({ pair }) => html`
  <div class="feuille">
    <p>${t(`doublons.fait.${pair.decision}`)}${pair.motif ? ` ${pair.motif}` : ""}</p>
    <div class="actions">
      <button type="button" id="decide-rouvrir" class="bouton" onClick=${() => duplicates.reopen(pair.id)}>
        ${t("doublons.rouvrir.faire")}
      </button>
    </div>
  </div>
`;

const LIKELY = "certain"; // only then the evidence proposes a decision; else none stands out

function setReason(event) {
  duplicates.reason.value = event.target.value;
}

export function Actions({ pair }) {
  if (!may("registre.valider")) return null;
  if (pair.decision) return html`<${Decided} pair=${pair} />`;
  const decide = (decision) => () => duplicates.decide(pair.id, decision);
  const merge = html`
    <button
      type="button" id="decide-fusionner" class=${pair.niveau === LIKELY ? "bouton principal" : "bouton"}
      onClick=${() => duplicates.merge(pair)}
    >
      ${t("doublons.fusionner.faire")}<kbd>M</kbd>
    </button>
  `;
  return html`
    <div class="feuille decision">
      <${Field} label=${t("doublons.motif")} name="">
        <input
          id="motif-paire" maxlength="1000" autocomplete="off" value=${duplicates.reason.value} onInput=${setReason}
        />
      <//>
      <div class="actions">
        <${Decision} decision="distincts" onDecide=${decide("distincts")} />
        <${Decision} decision="ignorer" onDecide=${decide("ignorer")} />
        ${may("registre.supprimer") && merge}
      </div>
    </div>
  `;
}

/** Say what was decided last: of a group also how many forms it made one, and how many are left. */
function describeDecision({ decision, mergeIds, left }) {
  if (left === undefined) return t(`doublons.fait.${decision}`);
  const words = t("doublons.groupe.fusionnees", { n: mergeIds.length + 1 });
  return left ? `${words} ${t("doublons.groupe.restent", { n: left })}` : words;
}

/** Say what was decided last, with the way back, and why a decision was refused; shown over the list too. */
export function LastDecision() {
  const last = duplicates.lastDecision.value;
  const problem = duplicates.problem.value;
  const done = () => html`
    <p class="dit">
      <${Icon} name="check" /><span>${describeDecision(last)}</span>
      ${
        duplicates.mayTakeBack() &&
        html`
          <button type="button" class="lien" id="paire-defaire" onClick=${duplicates.takeBack}>
            ${t("doublons.defaire")}
          </button>${" (U)"}
        `
      }
    </p>
  `;
  return html`${last && done()}${problem && html`<p class="faute" role="alert">${problem}</p>`}`;
}
