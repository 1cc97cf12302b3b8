/** What can be done with the chosen households of the list, and what came of it. */

import { ChooseAll } from "../components/choice-box.js";
import { t } from "../i18n.js";
import { MOST_ONE_BY_ONE, TRANSITIONS } from "../pages/transitions.js";
import { html, signal, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { pickFilters } from "../state/view.js";

// Acts of the collection, whatever the households' states: what does not apply is refused one by one.
const ACTS = ["valider", "integrer", "rejeter", "affecter"];
const PERMISSION = "registre.valider"; // of each of them

/** The ids of the chosen households. */
export const chosen = signal(/** @type {Set<string>} */ (new Set()));
export const mayChoose = () => may(PERMISSION);

/** Show the acts while something is chosen. `onDone()` when an act was run. */
export function ListActs({ rows, total, onDone }) {
  const result = useSignal(/** @type {any} */ (null));
  const count = chosen.value.size;
  const run = async (name) => {
    const { askTransition } = await import("../pages/ask-transition.js");
    const answer = await askTransition(name, [...chosen.value]);
    if (!answer) return;
    const codes = Object.fromEntries(rows.map((row) => [row.id, row.codeMenage]));
    result.value = { ...answer, codes };
    chosen.value = new Set();
    onDone();
  };
  const isTooMany = (name) => TRANSITIONS[name].isSingle && count > MOST_ONE_BY_ONE;
  const button = (name) => html`
    <button
      type="button" class="bouton" key=${name} id="acte-${name}" onClick=${() => run(name)}
      disabled=${isTooMany(name)} title=${isTooMany(name) ? t("collecte.trop", { n: MOST_ONE_BY_ONE }) : null}
    >
      ${t(`move.${name}`)}
    </button>
  `;
  const done = ({ reussis, echoues, erreurs, codes }) => html`
    <p class=${echoues ? "note" : "dit"} role="status">
      <span>
        ${t("collecte.faits", { n: reussis })}${echoues > 0 && ` ${t("collecte.refus", { n: echoues })}`}
        ${echoues > 0 && ` ${codes[erreurs[0].id] ?? ""} ${erreurs[0].message}`}
      </span>
    </p>
  `;
  const bar = () => html`
    <div class="barre-choix">
      <span aria-live="polite">${t("collecte.choisis", { n: count })}</span>
      <${ChooseAll} chosen=${chosen} ids=${rows.map((row) => row.id)} total=${total} query=${pickFilters()} />
      <div class="actions">${ACTS.map(button)}</div>
    </div>
  `;
  return html`${result.value && count === 0 && done(result.value)}${count > 0 && bar()}`;
}
