/** What can be done with the chosen households of the list, and what came of it. */

import { ChooseAll } from "../components/choice-box.js";
import { number, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { describeDone, FollowLink } from "../pages/transition-result.js";
import { findState, MOST_ONE_BY_ONE, STATES, TRANSITIONS } from "../pages/transitions.js";
import { html, signal, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { pickFilters } from "../state/view.js";

// Acts of the collection. Each is offered where the state of a chosen household allows it, and run for those.
const ACTS = ["valider", "integrer", "rejeter", "affecter"];
const PERMISSION = "registre.valider"; // of each of them

/** The ids of the chosen households. */
export const chosen = signal(/** @type {Set<string>} */ (new Set()));
export const mayChoose = () => may(PERMISSION);

/** Each household that the list has shown. @type {Map<string, any>} */
const known = new Map();

/** Remember the rows of a page: what is chosen may stand on several pages. */
export function rememberRows(rows) {
  for (const row of rows) known.set(row.id, row);
}

/** Return the state of the collection of a household that was shown, else null. */
const getState = (id) => (known.has(id) ? findState(known.get(id)) : null);

/** Return whether an act applies to a household in a state. In a mixed list nobody is integrated whom nobody has
 * validated, nor whose state is not known: to do both at once is the page of the collection's. */
function isSuitable(name, state) {
  if (name === "integrer") return state === "valide";
  return !state || STATES[state].transitions.includes(name);
}

/** List the chosen households to which an act applies; one that was not shown may be in any state. */
const listSuitable = (name) => [...chosen.value].filter((id) => isSuitable(name, getState(id)));

/** Say in which states those are that were chosen: an act leaves out whom it does not suit. */
function describeStates() {
  const found = [...chosen.value].map(getState).filter(Boolean);
  const present = Object.keys(STATES).filter((state) => found.includes(state));
  const count = (state) => found.filter((one) => one === state).length;
  const describeCount = (state) =>
    t("intitule", { nom: t(`etat.${state}`).toLowerCase(), valeur: number(count(state)) });
  return present.map(describeCount).join(", ");
}

/** Count the chosen households whose surveyor has not submitted them: an act takes them as they are. */
const countUnsubmitted = () => [...chosen.value].filter((id) => getState(id) === "en_collecte").length;

const Outcome = ({ answer }) => html`
  <p class=${answer.echoues ? "note" : "dit"} role="status">
    <span>
      ${describeDone(answer)}
      ${answer.echoues > 0 && ` ${t("collecte.refus", { n: answer.echoues })}`}
      ${answer.echoues > 0 && ` ${answer.codes[answer.erreurs[0].id] ?? ""} ${answer.erreurs[0].message}`}
    </span>
    <${FollowLink} answer=${answer} />
  </p>
`;

/** Show the acts while something is chosen; `query`: the filters of the list. `onDone()` when an act was run. */
export function ListActs({ rows, total, query = pickFilters(), onDone }) {
  const result = useSignal(/** @type {any} */ (null));
  const count = chosen.value.size;
  const run = async (name) => {
    const { askTransition } = await import("../pages/ask-transition.js");
    const ids = listSuitable(name);
    const answer = await askTransition(name, ids, ids.map((id) => known.get(id)).filter(Boolean));
    if (!answer) return;
    const codes = Object.fromEntries(rows.map((row) => [row.id, row.codeMenage]));
    result.value = { ...answer, codes };
    chosen.value = new Set();
    onDone();
  };
  const button = (name) => {
    const suitable = listSuitable(name).length;
    const isTooMany = TRANSITIONS[name].isSingle && suitable > MOST_ONE_BY_ONE;
    return html`
      <button
        type="button" class="bouton" key=${name} id="acte-${name}" onClick=${() => run(name)}
        ...${needLine(isTooMany, isTooMany ? t("collecte.trop", { n: MOST_ONE_BY_ONE }) : null)}
      >
        ${t(`move.${name}`)}${suitable < count && ` (${number(suitable)})`}
      </button>
    `;
  };
  const offered = ACTS.filter((name) => listSuitable(name).length > 0);
  const isPartial = offered.some((name) => listSuitable(name).length < count);
  const unsubmitted = countUnsubmitted();
  const bar = () => html`
    <div class="barre-choix">
      <span aria-live="polite">${t("collecte.choisis", { n: count })}</span>
      <${ChooseAll} chosen=${chosen} ids=${rows.map((row) => row.id)} total=${total} query=${query} />
      ${
        offered.length
          ? html`<div class="actions">${offered.map(button)}</div>`
          : html`<p class="doux petit">${t("liste.aucunacte")}</p>`
      }
      ${unsubmitted > 0 && html`<p class="note petit">${t("liste.nonsoumis", { n: unsubmitted })}</p>`}
      ${isPartial && html`<p class="doux petit">${t("liste.laisses", { etats: describeStates() })}</p>`}
    </div>
  `;
  return html`${result.value && count === 0 && html`<${Outcome} answer=${result.value} />`}${count > 0 && bar()}`;
}
