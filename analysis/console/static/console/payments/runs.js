/** The runs of a cycle: how many payments each has paid, how many failed, and how much time is left. */

import { code, date, remaining, t } from "../i18n.js";
import { html } from "../preact.js";

/** Describe the time left from what was settled so far. */
function describeTimeLeft(run, settled) {
  const spent = (Date.now() - new Date(run.debut).getTime()) / 1000;
  if (run.etat !== "en_cours" || settled < run.nbPaiements * 0.02 || spent < 2) return "";
  return remaining(((run.nbPaiements - settled) * spent) / settled);
}

/** List the outcomes of a run: the colour, the count and the words of each. */
function listOutcomes(run) {
  /** @type {[string, number, string][]} */
  const all = [
    ["vert", run.reussis, t("executions.regles", { n: run.nbPaiements, fait: run.reussis, total: run.nbPaiements })],
    ["rouge", run.echoues, t("executions.echoues", { n: run.echoues })],
    ["ambre", run.inconnus, t("executions.inconnus", { n: run.inconnus })],
  ];
  return all.filter(([kind, count]) => kind === "vert" || count > 0);
}

const Outcome = ({ kind, words }) => html`<span><i class=${`pastille-${kind}`} />${words}</span>`;

/** Show a run as a bar whose parts are what was paid, what failed and what has no answer, with the same in words. */
function Run({ run }) {
  const outcomes = listOutcomes(run);
  const left = describeTimeLeft(run, run.reussis + run.echoues);
  const widen = (count) => ({ width: `${run.nbPaiements ? (100 * count) / run.nbPaiements : 0}%` });
  const bar = outcomes.map(
    ([kind, count]) => html`<i key=${kind} class=${`pastille-${kind}`} style=${widen(count)} />`,
  );
  return html`
    <li class="avancement">
      <p>
        <strong>
          ${t("intitule", {
            nom: `${code("fournisseur", run.fournisseur)}, ${date(run.debut)}`,
            valeur: t(`executions.${run.etat}`),
          })}
        </strong>
        <span class="issues">
          ${outcomes.map(([kind, , words]) => html`<${Outcome} key=${kind} kind=${kind} words=${words} />`)}
          ${left && html`<span>${left}</span>`}
        </span>
      </p>
      <div class="barre-issues" aria-hidden="true">${bar}</div>
    </li>
  `;
}

export const Runs = ({ runs }) =>
  runs.length > 0 &&
  html`<ul class="executions feuille">${runs.map((run) => html`<${Run} key=${run.id} run=${run} />`)}</ul>`;
