/** Where the rows of an answer are listed, and which households map and list show beside it. */

import { DEADLINES } from "../complaints/deadlines.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { FILTERS, hasFilters, NO_FILTERS, openPage, setView, view } from "../state/view.js";
import { closeDrawer } from "./drawer.js";

/** Say that filters do not bind a question, but for the region, which a question without a place takes from them. */
function findNote({ zones = [] }) {
  const { region } = view.value;
  if (!zones.some(({ id }) => id === region)) return hasFilters() ? "assistant.apart" : null;
  return FILTERS.some((name) => name !== "region" && view.value[name]) ? "assistant.apart.autres" : null;
}

const FIELDS = { statut: "statut", priorite: "priorite", motif: "categorie" };

/** Return the complaints of a plan as filters of their list, or null where those cannot say it.
 * @param {Record<string, any>} plan
 */
export function narrowComplaints({ sujet, genre, zones = [], filtres = {}, du, au }) {
  const { retard, ...codes } = /** @type {Record<string, any>} */ (filtres);
  const one = Object.entries(codes).every(([name, values]) => name in FIELDS && values.length === 1);
  if (sujet !== "plaintes" || !["compter", "lister"].includes(genre) || !one || zones.length > 1) return null;
  if (codes.statut && (du || au)) return null; // of which day is not what the list filters by
  const place = zones.map(({ niveau, id }) => [niveau, id]);
  if (place.some(([niveau]) => niveau === "localite") || retard === false) return null;
  const late = retard ? DEADLINES.retard() : {};
  return {
    ...Object.fromEntries([...Object.entries(codes).map(([name, [value]]) => [FIELDS[name], value]), ...place]),
    ...late,
    ...(du && { dateDebut: du }),
    ...(au && { dateFin: au }),
  };
}

function openComplaints(query) {
  openPage("plaintes");
  setView({ filtre: new URLSearchParams(query).toString() }, { replace: true });
  closeDrawer();
}

function openHouseholds() {
  setView({ bande: "liste", page: 1 });
  closeDrawer();
}

const ListButton = ({ onClick }) => html`
  <button type="button" class="bouton large" onClick=${onClick}><${Icon} name="list" />${t("assistant.liste")}</button>
`;

/** Say which households map and list show now: those of the question, or still those of the filters. Its children are
 * other acts, beside that of the list. */
export function Scope({ plan, isFilter, children }) {
  if (isFilter) {
    return html`
      <p class="doux petit" id="assistant-portee">${t("assistant.filtres")}</p>
      <div class="actes-reponse"><${ListButton} onClick=${openHouseholds} />${children}</div>
    `;
  }
  const note = findNote(plan);
  const complaints = may("plaintes.lire") ? narrowComplaints(plan) : null;
  return html`
    ${note && html`<p class="doux petit" id="assistant-portee">${t(note)}</p>`}
    <div class="actes-reponse">
      ${complaints && html`<${ListButton} onClick=${() => openComplaints(complaints)} />`}${children}
    </div>
  `;
}

/** Open a page for what the question names: the dashboard of its region and days, or their failed payments. */
async function openNarrowed(page, narrowed) {
  const { statut, ...days } = Object.fromEntries(
    Object.entries(narrowed ?? {}).map(([name, value]) => [name, value ?? ""]),
  );
  if (page !== "tableau") return openPage(page);
  const dashboard = await import("../dashboard/dashboard-state.js");
  dashboard.filters.value = { ...dashboard.NO_FILTERS, ...days };
  openPage(page);
  if (!statut) return null;
  const set = Object.entries({ statut, ...days }).filter(([, value]) => value);
  return setView({ onglet: "paiements", filtre: new URLSearchParams(set).toString() }, { replace: true });
}

/** Lead to the page that answers what no question can ask yet. */
export function PageLink({ page, narrowed }) {
  const open = () => {
    openNarrowed(page, narrowed);
    closeDrawer();
  };
  return html`
    <div class="actes-reponse">
      <button type="button" class="bouton large" onClick=${open}>
        <${Icon} name="next" />${t("assistant.page", { nom: t(`page.${page}`) })}
      </button>
    </div>
  `;
}

/** Say that a question without an answer has changed nothing: what was shown before it is shown still. */
export function FormerScope() {
  if (!hasFilters()) return null;
  return html`
    <p class="doux petit" id="assistant-portee">${t("assistant.avant")}</p>
    <button type="button" class="bouton large" onClick=${() => setView({ ...NO_FILTERS, page: 1 })}>
      ${t("filtres.effacer")}
    </button>
  `;
}
