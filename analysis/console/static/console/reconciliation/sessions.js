/** The sessions of reconciliation: a list with what is left of each, a new one, or one of them. */

import { Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { Narrowing } from "../components/narrowing.js";
import { code, number, percent, period, t } from "../i18n.js";
import { Badge, figures, PagedTable, Tile } from "../payments/parts.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { NewSession } from "./new-session.js";
import { Session } from "./session.js";
import { RECONCILE } from "./session-state.js";
import { Deadlines } from "./waiting.js";

const ROWS = 25;
const STATES = ["brouillon", "en_cours", "a_valider", "valide", "annule"];
const COLUMNS = [
  "rapprochement.session",
  "cycle",
  "periode",
  "statut",
  ...figures("rapprochement.taux", "rapprochement.adecider", "rapprochement.enerreur"),
];

// They outlive a visit of another page.
const filters = signal({ statut: "", operateur: "" });
const sessions = createLoader();
const summary = createLoader();

const readSessions = (signal) =>
  api.getJson(
    "/reconciliation/sessions",
    { ...filters.value, ...pickNarrowing(), page: view.value.page, limit: ROWS },
    signal,
  );

async function readSummary(signal) {
  const [stats, deadlines, operators] = await Promise.all([
    api.get("/reconciliation/stats", {}, signal),
    api.get("/reconciliation/echeances", {}, signal),
    api.get("/reconciliation/operateurs", {}, signal),
  ]);
  return { stats, deadlines, operators };
}

function choose(patch) {
  filters.value = { ...filters.value, ...patch };
  if (view.value.page === 1) sessions.load(readSessions, { keep: true });
  else setView({ page: 1 });
}

function Summary({ stats, deadlines }) {
  const { sessionsEnCours, sessionsValidees, tauxMoyenRapprochement } = stats.resume;
  const rate = tauxMoyenRapprochement === null ? "–" : percent(tauxMoyenRapprochement / 100);
  return html`
    <div class="carreaux">
      <${Tile} value=${number(sessionsEnCours)} label=${t("rapprochement.ouvertes", { n: sessionsEnCours })} />
      <${Tile} value=${number(sessionsValidees)} label=${t("rapprochement.finalisees", { n: sessionsValidees })} />
      <${Tile} value=${rate} label=${t("rapprochement.tauxmoyen")} />
    </div>
    <${Deadlines} found=${deadlines} />
  `;
}

const openSession = (id) => setView({ element: id, onglet: null, statut: null, source: null, raison: null, page: 1 });

const SessionRow = (session) => {
  const { tauxRapprochement, aDecider, erreursADecider, totalEntrees } = session.statistiques;
  const isCompared = !["brouillon", "annule"].includes(session.statut) && totalEntrees > 0;
  const isOpen = isCompared && session.statut !== "valide";
  const show = (value, isVisible = isOpen) => (isVisible ? value : "–");
  return html`
    <tr key=${session.id}>
      <td>
        <button type="button" class="lien" onClick=${() => openSession(session.id)}>${session.nom}</button>
        <div class="petit doux">${session.code} · ${session.operateurLabel}</div>
      </td>
      <td data-nom=${t("cycle")}>${session.cycle.nom}<div class="petit doux">${session.cycle.code}</div></td>
      <td class="periode" data-nom=${t("periode")}>${period(session.dateDebut, session.dateFin)}</td>
      <td data-nom=${t("statut")}><${Badge} group="session" value=${session.statut} /></td>
      <td class="droite" data-nom=${t("rapprochement.taux")}>${show(percent(tauxRapprochement / 100), isCompared)}</td>
      <td class="droite" data-nom=${t("rapprochement.adecider")}><strong>${show(number(aDecider))}</strong></td>
      <td class="droite ${erreursADecider ? "faute" : ""}" data-nom=${t("rapprochement.enerreur")}>
        ${show(number(erreursADecider))}
      </td>
    </tr>
  `;
};

const Filter = ({ name, label, options }) => html`
  <${SelectField}
    label=${label} name=${name} value=${filters.value[name]} options=${[["", t("tous.statuts")], ...options]}
    onChange=${(event) => choose({ [name]: event.target.value })}
  />
`;

function SessionList() {
  const { page, filtre } = view.value;
  useEffect(() => {
    summary.load(readSummary, { keep: true });
  }, []);
  useEffect(() => {
    sessions.load(readSessions, { keep: true });
  }, [page, filtre]);
  const operators = (summary.value?.operators ?? []).map((one) => [one.code, one.label]);
  const states = STATES.map((one) => [one, code("session", one)]);
  return html`
    <div class="pile">
      <${Loaded} from=${summary} lines=${2}>${(found) => html`<${Summary} ...${found} />`}<//>
      <div class="outils avec-acte">
        <${Filter} name="statut" label=${t("statut")} options=${states} />
        <${Filter} name="operateur" label=${t("operateur")} options=${operators} />
        ${
          may(RECONCILE) &&
          html`<button type="button" class="bouton principal" onClick=${() => setView({ onglet: "nouvelle" })}>
            <${Icon} name="plus" />${t("rapprochement.nouvelle")}
          </button>`
        }
      </div>
      <${Narrowing} />
      <${PagedTable}
        from=${sessions} columns=${COLUMNS} row=${SessionRow} empty=${t("rapprochement.aucune")}
        title=${t("rapprochement.titre")}
      />
    </div>
  `;
}

export function Page() {
  const { element, onglet } = view.value;
  if (element) return html`<${Session} id=${element} key=${element} />`;
  return onglet === "nouvelle" ? html`<${NewSession} onOpen=${openSession} />` : html`<${SessionList} />`;
}
