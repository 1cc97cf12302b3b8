/** The keys of the working page, and the dialog that says what they do. */

import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { accept } from "./acceptance.js";
import { decideTicked } from "./batch.js";
import { ACTIONS, describeEffect, mayInvestigate } from "./choices.js";
import { decide, undo } from "./decisions.js";
import { isOpen } from "./entry-rules.js";
import { investigate } from "./investigation.js";
import { findSuggestions, hasSuggestions, point } from "./suggestions.js";
import { findChosen, step, tick, ticked } from "./work-state.js";

const BY_KEY = Object.fromEntries(Object.entries(ACTIONS).map(([action, key]) => [key, action]));
const HELP = ["suivante", "precedente", "a", "chiffres", "e", "i", "o", "s", "p", "c", "x", "u", "recherche", "echap"];

const Help = () => html`
  <table class="termes">
    <caption class="hors-vue">${t("rapprochement.clavier")}</caption>
    <tbody>
      ${HELP.map(
        (name) => html`
          <tr key=${name}>
            <th scope="row"><kbd>${t(`rapprochement.touche.${name}`)}</kbd></th>
            <td>${t(`rapprochement.aide.${name}`)}</td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

export const showHelp = () =>
  ask({ title: t("rapprochement.clavier"), parts: html`<${Help} />`, label: t("fermer"), send: async () => true });

const focus = (id) => document.getElementById(id)?.focus();

function pointAt(place) {
  const entry = findChosen();
  if (entry && hasSuggestions(entry) && findSuggestions(entry)?.[place]) point(entry, place);
}

function toggleTick() {
  const entry = findChosen();
  if (entry && isOpen(entry)) tick([entry.id], !ticked.value.has(entry.id));
}

function lookInto() {
  const entry = findChosen();
  if (!entry || !isOpen(entry) || !mayInvestigate(entry) || ticked.value.size) return;
  investigate(entry, describeEffect("enqueter", entry));
}

/** Return what a key does for who may decide, or null. */
function findDecision(key) {
  if (key in BY_KEY) return () => (ticked.value.size ? decideTicked(BY_KEY[key]) : decide(BY_KEY[key]));
  if (key === "e") return lookInto;
  if (key === "a") return () => (ticked.value.size ? decideTicked("match_manuel") : accept());
  if (key === "u") return undo;
  if (key === "x") return toggleTick;
  if (key === "c") return () => focus("note-decision");
  return /^[1-5]$/.test(key) ? () => pointAt(Number(key) - 1) : null;
}

const findWalk = (key) => {
  if (key === "j" || key === "ArrowDown") return () => step(1);
  if (key === "k" || key === "ArrowUp") return () => step(-1);
  if (key === "?") return showHelp;
  return key === "/" ? () => focus("cherche-entree") : null;
};

/** Return the listener of the page. Where text is typed only Escape and Enter count: they lead back to the list. */
export function makeKeyListener(canDecide) {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select")) {
      if (event.key === "Escape" || (event.key === "Enter" && event.target.id === "note-decision")) event.target.blur();
      return;
    }
    if (event.key === "Escape" && ticked.value.size) ticked.value = new Set();
    const work = findWalk(event.key) ?? (canDecide ? findDecision(event.key.toLowerCase()) : null);
    if (!work) return;
    event.preventDefault();
    work();
  };
}
