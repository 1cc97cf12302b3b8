/** One session: its figures, what can be done with it, its statement, and the entries to work through. */

import { Done, Failure, Loaded } from "../components/feedback.js";
import { date, number, percent, period, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { Badge, money, Reach, Tile } from "../payments/parts.js";
import { html, useEffect } from "../preact.js";
import { forgetDecisions } from "./decisions.js";
import { Actions } from "./session-actions.js";
import { failure, isDecidable, session as loader, message, openSession } from "./session-state.js";
import { Statement } from "./statement.js";
import { forgetSuggestions } from "./suggestions.js";
import { search } from "./work-state.js";
import { Workbench } from "./workbench.js";

const CLOSED = new Set(["valide", "annule"]);

/** Show figures of one unit, under its name. */
const Group = ({ title, children }) => html`
  <section aria-label=${title}><h3>${title}</h3><div class="carreaux">${children}</div></section>
`;

/** What nobody has decided of a closed session stays as it is. */
function Totals({ session: { statut, statistiques: figures } }) {
  const isClosed = CLOSED.has(statut);
  const { aDecider, erreursADecider: errors, rapprochees, attendus, tauxRapprochement } = figures;
  const pairs = t("rapprochement.rapprochees", { n: attendus, pairs: number(rapprochees), attendus: number(attendus) });
  const [left, kind] = isClosed
    ? ["rapprochement.sansdecision", ""]
    : ["rapprochement.adecider", aDecider ? "ambre" : "vert"];
  return html`
    <div class="totaux">
      <${Group} title=${t("rapprochement.unite.decisions")}>
        <${Tile} value=${number(aDecider)} label=${t(left)} kind=${kind} />
        <${Tile} value=${number(errors)} label=${t("rapprochement.enerreur")} kind=${errors ? "rouge" : ""} />
      <//>
      <${Group} title=${t("rapprochement.unite.paiements")}>
        <${Tile} value=${percent(tauxRapprochement / 100)} label=${pairs} />
        <${Tile} value=${money(figures.montantRapproche)} label=${t("rapprochement.montant.rapproche")} />
        <${Tile} value=${money(figures.montantNonRapproche)} label=${t("rapprochement.montant.reste")} />
      <//>
    </div>
    <progress max="100" value=${tauxRapprochement} aria-label=${pairs} />
  `;
}

/** Say what is next, in a sentence. */
function describeNext({ statut, statistiques, finalisePar, dateValidation }) {
  if (statut === "valide")
    return t("rapprochement.suite.valide", { nom: finalisePar?.nom ?? "", jour: date(dateValidation) });
  if (statut === "brouillon" || statut === "annule") return t(`rapprochement.suite.${statut}`);
  if (statistiques.erreursADecider) return t("rapprochement.suite.erreurs", { n: statistiques.erreursADecider });
  if (statistiques.aDecider) return t("rapprochement.suite.reste", { n: statistiques.aDecider });
  return t(`rapprochement.suite.${statut}`);
}

/** Say where the statement is shown: what is wrong with it is read before the work, the rest below it. */
const findStatementPlace = ({ statut, releve }) =>
  statut === "brouillon" || releve.nbErreurs > 0 || releve.ecartSolde ? "before" : "after";

const Body = ({ data }) => html`
  <${BackHeader} label=${t("rapprochement.retour")}>
    <h2>${data.nom}</h2><${Badge} group="session" value=${data.statut} />
  <//>
  <p class="doux">
    ${data.code} · ${data.operateurLabel} · ${data.cycle.nom} · ${period(data.dateDebut, data.dateFin)}
  </p>
  ${data.statut !== "brouillon" && html`<${Totals} session=${data} />`}
  <${Reach} />
  <p class="note" id="suite-session">${describeNext(data)}</p>
  ${data.commentaire && html`<p class="cite">${data.commentaire}</p>`}
  <${Actions} session=${data} />
  ${message.value && html`<${Done} text=${message.value} />`}
  ${failure.value && html`<${Failure} error=${failure.value} />`}
  ${findStatementPlace(data) === "before" && html`<${Statement} session=${data} />`}
  ${data.statut !== "brouillon" && html`<${Workbench} session=${data} canDecide=${isDecidable(data)} />`}
  ${findStatementPlace(data) === "after" && html`<${Statement} session=${data} />`}
`;

export function Session({ id }) {
  useEffect(() => {
    forgetDecisions();
    forgetSuggestions();
    search.value = "";
    openSession(id);
    return loader.abort;
  }, [id]);
  return html`
    <div class="pile session-rapprochement">
      <${Loaded} from=${loader}>${(found) => html`<${Body} ...${found} />`}<//>
    </div>
  `;
}
