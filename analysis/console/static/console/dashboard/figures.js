/** The figures in tiles, with how they changed in words. */

import { Loaded } from "../components/feedback.js";
import { moment, number, percent, period, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { currentUser } from "../server/session.js";
import { findAddress } from "../state/view.js";
import { describeStages } from "./composition.js";
import { composition, days, filters, readAt, stats } from "./dashboard-state.js";
import { ListLink } from "./links.js";
import { Meanings } from "./meanings.js";
import { countArrivals, share, TakeAlong } from "./take-along.js";

/** Say in words by how much something changed since when, and what; `change` is in percent, null when there was nothing
 * before: nothing is said then.
 */
function describeChange(change, what) {
  if (change === null) return [];
  const name = change > 0 ? "plus" : "moins";
  const key = Math.round(change) === 0 ? "egal" : name;
  const before = t(days.value.dateDebut ? "tableau.avant.periode" : "tableau.avant.mois");
  const valeur = t(`tableau.variation.${key}`, { part: percent(Math.abs(change) / 100), avant: before });
  return [t("intitule", { nom: t(what), valeur })];
}

const Figure = ({ label, lines, children }) => html`
  <div class="carreau">
    <span>${label}</span>
    <strong>${children}</strong>
    ${lines.map((line) => html`<span class="petit">${line}</span>`)}
  </div>
`;

function Households({ found, region }) {
  const { total, nouveaux, variation } = found.menages;
  const { debut, fin } = found.periode;
  const added = html`
    <${ListLink} list="menages" query=${{ region, dateDebut: debut, dateFin: fin }}>
      ${t(days.value.dateDebut ? "tableau.nouveaux" : "tableau.nouveaux.mois", { n: nouveaux })}
    <//>
  `;
  const stages = composition.value ? describeStages(composition.value, region) : [];
  const change = variation === null ? "" : ` (${variation > 0 ? "+" : ""}${share(variation)})`;
  const lines = [
    html`${stages.map((stage, place) => html`${place > 0 && " · "}${stage}`)}`,
    ...(nouveaux ? [html`${added}${change}`] : []),
  ];
  return html`
    <${Figure} label=${t("tableau.enregistres")} lines=${lines}>
      <${ListLink} list="menages" query=${{ region }}>${number(total)}<//>
    <//>
  `;
}

/** Say how far the programmes are that aim at a number of beneficiaries; nothing where none does. */
const describeTarget = (target) =>
  target ? [t("tableau.objectif", { part: percent(target.taux / 100), vises: number(target.vises) })] : [];

function Beneficiaries({ found, region }) {
  const { total, actifs, variation } = found.beneficiaires;
  const all = html`
    <${ListLink} list="beneficiaires" query=${{ region }}>${t("tableau.surtous", { total: number(total) })}<//>
  `;
  const lines = [all, ...describeTarget(found.objectif), ...describeChange(variation, "tableau.inscriptions")];
  return html`
    <${Figure} label=${t("tableau.actifs")} lines=${lines}>
      <${ListLink} list="beneficiaires" query=${{ region, actif: "true" }}>${number(actifs)}<//>
    <//>
  `;
}

function Payments({ found, region, days }) {
  const { totalMontant, nombrePaiements, variation, ...sums } = found.paiements;
  const query = { region, statut: "reussi", ...days };
  const amount = html`<${ListLink} list="paiements" query=${query}>${money(totalMontant)}<//>`;
  const lacking = sums.montantEchoue + sums.montantManquant;
  const { executed, whole, rate } = countArrivals(found.paiements);
  const lines = [
    amount,
    ...(executed ? [t("tableau.reussite", { taux: share(rate), entiers: number(whole), tous: number(executed) })] : []),
    ...(lacking ? [t("tableau.nonarrive", { montant: money(lacking) })] : []),
    ...describeChange(variation, "montant"),
  ];
  return html`
    <${Figure} label=${t("tableau.paiements")} lines=${lines}>
      <${ListLink} list="paiements" query=${query}>${number(nombrePaiements)}<//>
    <//>
  `;
}

function Complaints({ found, region, days }) {
  const { total, ouvertes, delaiMoyenResolution: delay } = found.plaintes;
  const query = { region, ...days };
  const all = html`<${ListLink} list="plaintes" query=${query}>${t("tableau.surtous", { total: number(total) })}<//>`;
  const lines = [all, delay === null ? t("tableau.delai.sans") : t("tableau.delai", { jours: number(delay, 1) })];
  return html`
    <${Figure} label=${t("tableau.ouvertes")} lines=${lines}>
      <${ListLink} list="plaintes" query=${{ ...query, ouverte: "true" }}>${number(ouvertes)}<//>
    <//>
  `;
}

/** The budget is the programmes' own: that of a region alone is not known. */
const isOfPart = (region) => Boolean(region || currentUser().regions?.length);

function Budget({ found, region }) {
  const { alloue, depense, tauxExecution } = found.budget;
  const lines = [t("tableau.depense", { montant: money(depense) }), t("tableau.alloue", { montant: money(alloue) })];
  return html`
    <${Figure} label=${t(isOfPart(region) ? "tableau.budget.pays" : "tableau.budget")} lines=${lines}>
      <a class="chiffre" href=${findAddress({ vue: "programmes" })}>${share(tauxExecution)}</a>
    <//>
  `;
}

const PARTS = {
  menages: Households,
  beneficiaires: Beneficiaries,
  paiements: Payments,
  plaintes: Complaints,
  budget: Budget,
};

const listVisible = (found) => Object.keys(PARTS).filter((name) => !found.nonAccessibles.includes(name));

function Found({ found }) {
  const { debut, fin } = found.periode;
  const { region } = filters.value;
  const span = days.value;
  const visible = listVisible(found);
  return html`
    <div class="carreaux">
      ${visible.map((name) => html`<${PARTS[name]} key=${name} found=${found} region=${region} days=${span} />`)}
    </div>
    <div class="outils entre">
      <p class="doux">
        ${t(span.dateDebut ? "tableau.compare" : "tableau.compare.tout", { periode: period(debut, fin) })}
        ${!span.dateDebut && ` ${t("tableau.compare.mois")}`}
        ${" "}${readAt.value && t("tableau.lu", { moment: moment(readAt.value) })}
      </p>
      <${TakeAlong} found=${found} visible=${visible} />
    </div>
  `;
}

/** Say what the figures count, once they are read. */
export const FigureMeanings = () => {
  const found = stats.value;
  return found && html`<${Meanings} names=${listVisible(found)} />`;
};

export const Figures = () => html`
  <section class="pile" aria-labelledby="chiffres">
    <h2 id="chiffres" class="hors-vue">${t("tableau.chiffres")}</h2>
    <${Loaded} from=${stats} lines=${4}>${(found) => html`<${Found} found=${found} />`}<//>
  </section>
`;
