/** Why one household is in or out by the rules that are typed, rule by rule, in words. Nothing is stored. */

import { Empty, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { buildSimulation, draft, simulation } from "./draft.js";

async function findHouseholds(text, signal) {
  const found = await api.getJson("/menages", { search: text, limit: 5 }, signal);
  return found["hydra:member"] ?? found.data;
}

/** A rule that is named by its field is not named twice. */
const Verdict = ({ verdict: { regle, valide, explication } }) => html`
  <li class=${valide ? "oui" : "non"}>
    <${Icon} name=${valide ? "check" : "close"} />
    <span>${!explication.startsWith(regle) && html`<strong>${regle}</strong>`}<span>${explication}</span></span>
  </li>
`;

function Explained({ found, codeMenage }) {
  const [one] = found.preview;
  if (!one) return html`<${Empty} text=${t("explication.aucun")} />`;
  return html`
    <p class="verdict" role="status">
      <${Icon} name=${one.eligible ? "check" : "close"} />
      ${t(one.eligible ? "explication.dedans" : "explication.dehors", { code: codeMenage })}
    </p>
    <p class="doux">${t("explication.score", { part: number(one.score) })}</p>
    <ul class="verdicts">
      ${found.details.map((verdict, place) => html`<${Verdict} verdict=${verdict} key=${place} />`)}
    </ul>
  `;
}

/** Let the user choose among households that were found, or among the newest ones of the simulation. */
function Choices({ rows, onChoose }) {
  if (!rows.length) return html`<p class="doux">${t("explication.aucun")}</p>`;
  return html`
    <div class="choix-rangee" role="group" aria-label=${t("explication.choisir")}>
      ${rows.map(
        ({ id, codeMenage }) => html`
          <button type="button" class="choix" key=${id}
            onClick=${() => onChoose({ id, codeMenage })}>${codeMenage}</button>
        `,
      )}
    </div>
  `;
}

export function Explain() {
  const answer = useMemo(createLoader, []);
  const search = useMemo(createLoader, []);
  const chosen = useSignal(/** @type {any} */ (null));
  const text = useSignal("");
  const rules = JSON.stringify(draft.value.groupes);

  useEffect(() => {
    const body = chosen.value && buildSimulation();
    if (!body) return;
    const sent = { ...body, menageIds: [chosen.value.id], limit: 1 };
    answer.load((signal) => api.post("/eligibility/simulate", sent, { signal }), { keep: true });
  }, [chosen.value?.id, rules, draft.value.logique]);

  if (!may("registre.lire")) return null;
  const look = (event) => {
    event.preventDefault();
    if (text.value.trim()) search.load((signal) => findHouseholds(text.value.trim(), signal));
  };
  const newest = (simulation.value?.preview ?? []).map(({ menageId, code: name }) => ({
    id: menageId,
    codeMenage: name,
  }));
  const found = search.answer.value;
  const choose = (one) => {
    chosen.value = one;
  };
  return html`
    <section class="feuille" aria-label=${t("explication.titre")}>
      <h2>${t("explication.titre")}</h2>
      <form class="outils" onSubmit=${look} role="search">
        <label class="champ recherche">
          <span>${t("explication.menage")}</span>
          <input type="search" id="cherche-menage" autocomplete="off" onInput=${(e) => (text.value = e.target.value)} />
        </label>
        <button type="submit" class="bouton">${t("explication.chercher")}</button>
      </form>
      ${
        found === null
          ? newest.length > 0 && html`<${Choices} rows=${newest} onChoose=${choose} />`
          : html`<${Loaded} from=${search} lines=${2}>
              ${(rows) => html`<${Choices} rows=${rows} onChoose=${choose} />`}
            <//>`
      }
      ${
        chosen.value &&
        html`<${Loaded} from=${answer}>
          ${(value) => html`<${Explained} found=${value} codeMenage=${chosen.value.codeMenage} />`}
        <//>`
      }
    </section>
  `;
}
