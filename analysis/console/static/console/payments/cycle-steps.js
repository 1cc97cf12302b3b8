/** Who calculated, submitted and validated a cycle, when and of which list; and who is next. */

import { code, number, stamp, t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { findAddress } from "../state/view.js";
import { money } from "./parts.js";

const HASH_DIGITS = 12; // digits of a hash that people compare

/** Name a step. A level bears the name of a role, and whoever validates it may hold another: its number is said. */
const describeStep = ({ action, niveau }) => {
  const name = code("etape.cycle", action);
  return action === "validation" ? t("cycles.etape.niveau", { nom: name, niveau }) : name;
};

const Step = ({ step }) => html`
  <li>
    <strong>${describeStep(step)}</strong>
    <span>${step.userName || step.user} · ${stamp(step.date)}</span>
    ${
      step.nombre !== null &&
      html`<span class="doux petit">
        ${t("paiements.compte", { n: step.nombre })} · ${t("cycles.fraiscompris", { montant: money(step.montant) })}
        ${step.empreinte && html` · ${t("cycles.empreinte")} <code>${step.empreinte.slice(0, HASH_DIGITS)}</code>`}
      </span>`
    }
    ${step.commentaire && html`<p class="cite">${step.commentaire}</p>`}
  </li>
`;

const findReady = () => (may("transferts.executer") ? "cycles.pret" : "cycles.pret.autrui");

/** Find the words for how far the payments of a validated cycle are. */
function findPaymentState({ statut, suspenduLe, totaux }) {
  if (statut === "termine") return totaux.montantManquant ? "cycles.fini.manque" : "cycles.fini";
  if (suspenduLe) return "cycles.arrete";
  if (totaux.enCours) return totaux.planifies ? "cycles.attendfins.reste" : "cycles.attendfins";
  if (totaux.planifies) return totaux.reussis + totaux.echoues > 0 ? "cycles.reste" : findReady();
  return "cycles.arelancer";
}

/** Name some of those who may validate the next level; where it is one person, say that nobody stands in for them. */
function nameValidators([name, ...others]) {
  if (!name) return t("cycles.personne");
  return others.length
    ? t("cycles.prochains", { noms: [name, ...others].join(", ") })
    : t("cycles.prochains.seul", { nom: name });
}

/** Say who may validate the next level, and why the reader may not. */
function describeValidators({ peutValider, empechement, prochainsValidateurs: names }) {
  if (peutValider) return t(names.length > 1 ? "cycles.avous" : "cycles.avous.seul");
  return [empechement, nameValidators(names)].filter(Boolean).join(" ");
}

/** Say what helps where nobody stands in for the one who validates: to who may give the right, with the way there. */
function Remedy() {
  if (!may("administration.utilisateurs")) return t("cycles.remede");
  return html`<a class="lien" href=${findAddress({ vue: "comptes" })}>${t("cycles.remede.lien")}</a>`;
}

/** Say whom a list waits for; where that is one person, or none, what helps. */
export const Validators = ({ history }) => html`
  ${describeValidators(history)}${history.prochainsValidateurs.length < 2 && html` <${Remedy} />`}
`;

/** Show the level that is awaited as the step that comes next. Whom it waits for stands above what can be done. */
const Awaited = ({ history }) => html`
  <li class="attendu" aria-current="step">
    <strong>
      ${t("cycles.attendu", {
        n: history.niveauValidation + 1,
        total: history.niveauxRequis,
        niveau: history.prochainNiveau,
      })}
    </strong>
    ${history.peutValider && html`<span class="doux"><${Validators} history=${history} /></span>`}
  </li>
`;

const isPaidInFull = ({ statut, statutValidation, totaux }) =>
  statutValidation === "valide" && statut === "termine" && !totaux.montantManquant;

/** Say which level is awaited: to who may validate it, that it is theirs, whatever role it is named after. */
const describeAwaited = ({ niveauValidation, niveauxRequis, prochainNiveau, peutValider }) =>
  t(peutValider ? "cycles.attend.vous" : "cycles.attend", {
    n: niveauValidation + 1,
    total: niveauxRequis,
    niveau: prochainNiveau,
  });

/** Say what is awaited, in a sentence. */
function describeNext(cycle, history) {
  if (history.prochainNiveau) return describeAwaited(history);
  if (cycle.statutValidation === "valide") return t(findPaymentState(cycle), { n: cycle.totaux.planifies });
  if (cycle.statutValidation === "rejete") return t("cycles.corriger");
  return t(cycle.totaux.nombre ? "cycles.asoumettre" : "cycles.acalculer");
}

const Calculated = ({ at, by }) => html`
  <li><strong>${t("cycles.calcule")}</strong><span>${[by, stamp(at)].filter(Boolean).join(" · ")}</span></li>
`;

/** Show who ordered a payment, when and by which way; the latest runs are read, the oldest of them comes first here. */
const Ordered = ({ run }) => html`
  <li>
    <strong>${t("cycles.ordonne", { moyen: code("fournisseur", run.fournisseur) })}</strong>
    <span>${[run.auteur, stamp(run.debut)].filter(Boolean).join(" · ")}</span>
    <span class="doux petit">${t("paiements.compte", { n: run.nbPaiements })} · ${money(run.montantTotal)}</span>
    ${run.auteurAPrepare && html`<span class="petit manque">${t("cycles.ordonne.prepare")}</span>`}
  </li>
`;

export const Steps = ({ cycle, history, runs }) => html`
  <section class="feuille">
    <p class="note" data-fini=${isPaidInFull(cycle) ? "" : null}>${describeNext(cycle, history)}</p>
    <p class="doux">
      ${t("cycles.niveaux", { n: history.niveauxRequis, fait: history.niveauValidation, total: history.niveauxRequis })}
    </p>
    <ol class="parcours">
      ${cycle.calculeLe && html`<${Calculated} at=${cycle.calculeLe} by=${history.calculePar} />`}
      ${history.historique.map((step) => html`<${Step} key=${step.date + step.action} step=${step} />`)}
      ${runs.toReversed().map((run) => html`<${Ordered} key=${run.id} run=${run} />`)}
      ${history.prochainNiveau && html`<${Awaited} history=${history} />`}
    </ol>
    ${!cycle.calculeLe && !history.historique.length && html`<p class="doux">${t("cycles.rien")}</p>`}
    <p class="doux petit">${t("cycles.yeux", { nombre: number(history.niveauxRequis) })}</p>
  </section>
`;
