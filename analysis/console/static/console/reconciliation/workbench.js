/** The working page of a session: filters, the entries in two columns, and beside them the chosen one. */

import { debounce } from "../components/debounce.js";
import { Empty, Failure, Skeleton } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Tabs } from "../components/tabs.js";
import { code, number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html, useEffect } from "../preact.js";
import { setView, view } from "../state/view.js";
import { decideTicked, describeTicked } from "./batch.js";
import { ACTIONS, Note } from "./choices.js";
import { refusals } from "./decisions.js";
import { EntryPanel } from "./entry-panel.js";
import { EntryRow } from "./entry-row.js";
import { isOpen } from "./entry-rules.js";
import { makeKeyListener, showHelp } from "./keys.js";
import { waiting } from "./queue.js";
import { Running } from "./running.js";
import { hasSuggestions, want } from "./suggestions.js";
import * as work from "./work-state.js";

const look = debounce((id, text) => {
  work.search.value = text;
  work.loadRows(id);
}, 250);

function Filters({ session }) {
  const { source, raison } = view.value;
  const { aDecider, rapprochees } = session.statistiques;
  const counts = { a_decider: aDecider, rapprochee: rapprochees };
  const label = (name) => [
    name,
    [t(`rapprochement.vue.${name}`), name in counts && `(${number(counts[name])})`].filter(Boolean).join(" "),
  ];
  const reasons = [...new Set(session.groupes.map((group) => group.raison).filter(Boolean))].sort();
  const options = (group, values) => [["", t("tous.statuts")], ...values.map((value) => [value, code(group, value)])];
  return html`
    <${Tabs}
      tabs=${Object.keys(work.VIEWS).map(label)} chosen=${work.findView()}
      onChoose=${(statut) => setView({ statut, raison: null })}
    />
    <div class="outils">
      <${SelectField}
        label=${t("rapprochement.cote")} name="source" value=${source ?? ""}
        options=${options("cote", ["sig", "releve"])}
        onChange=${(event) => setView({ source: event.target.value || null })}
      />
      <${SelectField}
        label=${t("rapprochement.raison")} name="raison" value=${raison ?? ""} options=${options("raison", reasons)}
        onChange=${(event) => setView({ raison: event.target.value || null })}
      />
      <label class="champ recherche">
        <span>${t("rapprochement.chercher")}</span>
        <input
          id="cherche-entree" type="search" autocomplete="off" defaultValue=${work.search.value}
          onInput=${(event) => look(session.id, event.target.value)}
        />
      </label>
      <button type="button" class="bouton clavier" onClick=${showHelp}>
        ${t("rapprochement.clavier")}<kbd>?</kbd>
      </button>
    </div>
  `;
}

/** Say which decision was refused and why, with the way to its entry. */
function Refusals() {
  if (!refusals.value.length) return null;
  const back = (id) => html`
    <button type="button" class="lien" onClick=${() => work.choose(id)}>${t("rapprochement.revoir")}</button>
  `;
  const item = ({ id, text }) => html`<li key=${id}>${text}${" "}${work.findRow(id) && back(id)}</li>`;
  return html`<div class="note" role="alert"><ul>${refusals.value.map(item)}</ul></div>`;
}

/** What is decided about all ticked entries at once; it stands where the chosen one stood. */
function Batch() {
  const { entries, amount, areAllPairs, isReasonNeeded } = describeTicked();
  const button = (action, letter, words) => html`
    <button type="button" class="bouton" id="lot-${action}" key=${action} onClick=${() => decideTicked(action)}>
      ${t(words)}<kbd>${letter.toUpperCase()}</kbd>
    </button>
  `;
  return html`
    <h2>${t("rapprochement.lot", { n: entries.length })}</h2>
    <p class="doux">${money(amount)}</p>
    <${Note} isNeeded=${isReasonNeeded} />
    <div class="actions">
      ${areAllPairs && button("match_manuel", "a", "rapprochement.faire.accepter")}
      ${Object.entries(ACTIONS).map(([action, letter]) => button(action, letter, `rapprochement.faire.${action}`))}
      <button type="button" class="bouton" onClick=${() => (work.ticked.value = new Set())}>
        ${t("rapprochement.decocher")}
      </button>
    </div>
  `;
}

function List({ session, canDecide }) {
  const found = work.visible.value;
  const open = canDecide ? found.filter(isOpen).map((row) => row.id) : [];
  const areAllTicked = open.length > 0 && open.every((id) => work.ticked.value.has(id));
  const name = t("rapprochement.cochertout");
  const all = () => html`
    <input
      type="checkbox" id="cocher-tout" aria-label=${name} title=${name}
      checked=${areAllTicked} disabled=${!open.length} onChange=${(event) => work.tick(open, event.target.checked)}
    />
  `;
  return html`
    <div class="entrees-tete">
      <span class="coche">${canDecide && all()}</span>
      <strong>${t("rapprochement.nous")}</strong><strong>${t("rapprochement.eux")}</strong>
    </div>
    <ul class="entrees">
      ${found.map(
        (entry) => html`<${EntryRow}
          key=${entry.id} entry=${entry} days=${session.options.toleranceDate} isTickable=${canDecide}
        />`,
      )}
    </ul>
    ${
      work.hasMore.value &&
      html`
        <button type="button" class="bouton large" id="suite" onClick=${work.loadMore}>
          ${t("rapprochement.suite")}
        </button>
      `
    }
  `;
}

function Bench({ session, canDecide }) {
  const total = work.total.value;
  if (total === null) return html`<${Skeleton} lines=${8} />`;
  if (total instanceof Error) return html`<${Failure} error=${total} onRetry=${() => work.loadRows(session.id)} />`;
  if (!work.visible.value.length) return html`<${Empty} text=${t(`rapprochement.vide.${work.findView()}`)} />`;
  const entry = work.findChosen();
  const days = session.options.toleranceDate;
  return html`
    <div class="etabli">
      <div class="etabli-liste"><${List} session=${session} canDecide=${canDecide} /></div>
      <aside class="etabli-choix feuille" aria-label=${t("rapprochement.choisie")}>
        ${canDecide && html`<${Running} figures=${session.statistiques} /><${Refusals} />`}
        ${
          work.ticked.value.size > 0
            ? html`<${Batch} />`
            : entry && html`<${EntryPanel} entry=${entry} days=${days} canDecide=${canDecide} />`
        }
      </aside>
    </div>
  `;
}

export function Workbench({ session, canDecide }) {
  const { statut, source, raison } = view.value;
  const chosen = work.findChosen();
  useEffect(() => {
    work.loadRows(session.id);
    return work.dropReading;
  }, [session.id, statut, source, raison]);
  useEffect(() => {
    const listen = makeKeyListener(canDecide);
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [canDecide]);
  useEffect(() => {
    // The browser asks before decisions are lost that are not sent yet.
    const warn = (event) => waiting.value > 0 && event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
  useEffect(() => {
    if (chosen && canDecide && hasSuggestions(chosen)) want(session.id, chosen, work.findNextOpen(chosen.id));
  }, [chosen?.id, chosen?.statut, canDecide]);
  return html`
    <section class="pile atelier" aria-label=${t("rapprochement.atelier")}>
      <div class="barre-filtres"><${Filters} session=${session} /></div>
      <${Bench} session=${session} canDecide=${canDecide} />
    </section>
  `;
}
