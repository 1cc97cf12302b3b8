/** One cycle: what it pays, who decided, what can be done, and everybody on its list or left out of it. */

import { Done, Failure, Loaded } from "../components/feedback.js";
import { Tabs } from "../components/tabs.js";
import { fullDate, period, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Checks } from "./checks.js";
import { Actions } from "./cycle-actions.js";
import { AgeNote } from "./cycle-age.js";
import { findFirst, useCounts } from "./cycle-counts.js";
import { LISTS } from "./cycle-lists.js";
import { People } from "./cycle-people.js";
import { hasPayment, PaymentBadge } from "./cycle-row.js";
import { Steps } from "./cycle-steps.js";
import { Totals } from "./cycle-totals.js";
import { ProposedClosing } from "./decisions.js";
import { Badge, money, Reach } from "./parts.js";
import { Runs } from "./runs.js";
import { Sheets } from "./sheets.js";

/** The tabs of a cycle in which people work on something else than a list. */
const WORK = { feuilles: Sheets, verifications: Checks };
/** What is read at one time stands together: a group opens at the first of its tabs that shows something. */
const GROUPS = {
  etapes: ["etapes"],
  relire: ["exceptions", "exclus", "changements", "conditionnalites", "comptes"],
  liste: ["paiements", "partiels", "inconnus"],
  terrain: ["feuilles", "verifications"],
};
const LOOK = 3000; // milliseconds between looks at a run

async function readCycle(id, signal) {
  const [cycle, history, runs] = await Promise.all([
    api.get(`/cycles/${id}`, {}, signal),
    api.get(`/cycles/${id}/historique-validations`, {}, signal),
    api.getJson(`/cycles/${id}/executions`, { limit: 5 }, signal),
  ]);
  return { cycle, history, runs: runs.data, providers: runs.fournisseurs, closing: runs.cloture };
}

/** Look again while somebody pays, and stop when the page is left. */
function useLooks(loader, found) {
  const isMoving = found?.runs.some((run) => ["en_cours", "interrompue"].includes(run.etat));
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(loader.reload, LOOK);
    return () => clearInterval(timer);
  }, [isMoving]);
}

const nameTabs = (ids, counts = {}) =>
  ids.map((id) => [id, t(id === "paiements" ? "cycles.tous" : `cycles.${id}`), counts[id] ?? null]);
const openTab = (id) => setView({ onglet: id, statut: null, page: 1 });

/** Show the groups of tabs, and below them those of the group that is open. */
function CycleTabs({ chosen, isVisible, counts }) {
  const group = Object.keys(GROUPS).find((id) => GROUPS[id].includes(chosen));
  const openGroup = (id) => openTab(findFirst(GROUPS[id], counts));
  return html`
    <div class="volets-groupes">
      <${Tabs} tabs=${nameTabs(Object.keys(GROUPS))} chosen=${group} onChoose=${openGroup} />
      <${Tabs} tabs=${nameTabs(GROUPS[group].filter(isVisible), counts)} chosen=${chosen} onChoose=${openTab} />
    </div>
  `;
}

/** Show the two states of a cycle, each by its name: a validated list can have its payment suspended. */
const States = ({ cycle }) => html`
  <span class="doux petit">${t("cycles.validation")}</span>
  <${Badge} group="validation" value=${cycle.statutValidation} />
  ${hasPayment(cycle) && html`<span class="doux petit">${t("cycles.paiement")}</span>`}
  <${PaymentBadge} cycle=${cycle} />
`;

/** Show the totals; above a list that somebody works on in one line, which opens. */
function FoldedTotals({ isFolded, cycle, runs }) {
  const totals = html`<${Totals} cycle=${cycle} runs=${runs} />`;
  const { nombre, montant, montantRecu } = cycle.totaux;
  if (!isFolded || !nombre) return totals;
  const parts = [t("paiements.compte", { n: nombre }), money(montant)];
  if (montantRecu) parts.push(t("cycles.dontarrives", { montant: money(montantRecu) }));
  return html`
    <details class="totaux-plies">
      <summary>${parts.join(" · ")}</summary>
      ${totals}
    </details>
  `;
}

function Body({ found, loader }) {
  const { cycle, history, runs, providers, closing } = found;
  const { totaux } = cycle;
  const { onglet } = view.value;
  const message = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const counts = useCounts(found);
  const chosen = Object.values(GROUPS).flat().includes(onglet) ? onglet : "etapes";
  const Work = WORK[chosen];
  // Nothing can be without an answer before something was sent; who was led there by an address sees it all the same.
  const possible = {
    inconnus: totaux.enCours + totaux.reussis + totaux.echoues,
    exclus: totaux.exclus,
    partiels: totaux.partiels,
  };
  const isVisible = (id) => possible[id] !== 0 || chosen === id;
  const done = (text) => {
    message.value = text;
    failure.value = null;
    loader.reload();
  };
  return html`
    <${BackHeader} label=${t("cycles.retour")}>
      <h2>${cycle.nom}</h2>
      <${States} cycle=${cycle} />
    <//>
    ${
      cycle.suspenduLe &&
      html`<p class="note alerte">${t("cycles.suspendule", { jour: fullDate(cycle.suspenduLe) })}</p>`
    }
    ${cycle.closLe && html`<p class="doux">${t("cycles.clos", { jour: fullDate(cycle.closLe) })}</p>`}
    <p class="doux">
      ${cycle.code} · ${cycle.programme.nom} · ${period(cycle.dateDebut, cycle.dateFin)} ·${" "}
      ${t("cycles.parbeneficiaire", { montant: money(Number(cycle.montantParBeneficiaire)) })}
    </p>
    <${ProposedClosing} closing=${closing} />
    <${AgeNote} cycle=${cycle} />
    <${FoldedTotals} isFolded=${chosen !== "etapes"} cycle=${cycle} runs=${runs} />
    <${Reach} />
    <${Runs} runs=${runs} />
    <${Actions}
      cycle=${cycle} history=${history} runs=${runs} providers=${providers} onDone=${done}
      onFailure=${(error) => (failure.value = error)}
    />
    ${message.value && html`<${Done} text=${message.value} />`}
    ${failure.value && html`<${Failure} error=${failure.value} />`}
    <${CycleTabs} chosen=${chosen} isVisible=${isVisible} counts=${counts} />
    ${Work && html`<${Work} key=${chosen} cycle=${cycle} onChange=${loader.reload} />`}
    ${chosen === "etapes" && html`<${Steps} cycle=${cycle} history=${history} runs=${runs} />`}
    ${
      LISTS[chosen] &&
      html`<${People} key=${chosen} cycle=${cycle} providers=${providers} list=${chosen} onChange=${loader.reload} />`
    }
  `;
}

export function Cycle({ id }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => readCycle(id, signal));
    return loader.abort;
  }, [id]);
  useLooks(loader, loader.value);
  return html`
    <div class="pile">
      <${Loaded} from=${loader}>${(found) => html`<${Body} found=${found} loader=${loader} />`}<//>
    </div>
  `;
}
