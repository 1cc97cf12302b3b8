/** The figures in tiles, with how they changed in words. */

import { Loaded } from "../components/feedback.js";
import { fullDate, number, percent, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";
import { filters, stats } from "./dashboard-state.js";
import { ListLink } from "./links.js";

/** Say in words by how much something changed; `change` is in percent, null when there was nothing before. */
function describeChange(change) {
  if (change === null) return t("tableau.variation.sans");
  if (Math.round(change) === 0) return t("tableau.variation.egal");
  const part = percent(Math.abs(change) / 100);
  return t(change > 0 ? "tableau.variation.plus" : "tableau.variation.moins", { part });
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
  const lines = [t("tableau.nouveaux", { n: nouveaux }), describeChange(variation)];
  return html`
    <${Figure} label=${t("menages.titre")} lines=${lines}>
      <${ListLink} list="menages" query=${{ region }}>${number(total)}<//>
    <//>
  `;
}

function Beneficiaries({ found, region }) {
  const { total, actifs, variation } = found.beneficiaires;
  const all = html`
    <${ListLink} list="beneficiaires" query=${{ region }}>${t("tableau.surtous", { total: number(total) })}<//>
  `;
  return html`
    <${Figure} label=${t("tableau.actifs")} lines=${[all, describeChange(variation)]}>
      <${ListLink} list="beneficiaires" query=${{ region, actif: "true" }}>${number(actifs)}<//>
    <//>
  `;
}

function Payments({ found, region, days }) {
  const { totalMontant, nombrePaiements, tauxReussite, variation } = found.paiements;
  const rate = tauxReussite === null ? "–" : percent(tauxReussite / 100);
  const lines = [money(totalMontant), t("tableau.reussite", { taux: rate }), describeChange(variation)];
  return html`
    <${Figure} label=${t("tableau.paiements")} lines=${lines}>
      <${ListLink} list="paiements" query=${{ region, statut: "reussi", ...days }}>${number(nombrePaiements)}<//>
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

function Budget({ found }) {
  const { alloue, depense, tauxExecution } = found.budget;
  const share = tauxExecution === null ? "–" : percent(tauxExecution / 100);
  const lines = [t("tableau.depense", { montant: money(depense) }), t("tableau.alloue", { montant: money(alloue) })];
  return html`
    <${Figure} label=${t("tableau.budget")} lines=${lines}>
      <a class="chiffre" href=${findAddress({ vue: "programmes" })}>${share}</a>
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

function Found({ found }) {
  const { debut, fin, debutPrecedent, finPrecedente } = found.periode;
  const { region, dateDebut, dateFin } = filters.value;
  const days = dateDebut || dateFin ? { dateDebut: debut, dateFin: fin } : {};
  const shown = Object.keys(PARTS).filter((name) => !found.nonAccessibles.includes(name));
  const compared = {
    debut: fullDate(debut),
    fin: fullDate(fin),
    avant: fullDate(debutPrecedent),
    apres: fullDate(finPrecedente),
  };
  return html`
    <div class="carreaux">
      ${shown.map((name) => html`<${PARTS[name]} key=${name} found=${found} region=${region} days=${days} />`)}
    </div>
    <p class="doux petit">${t("tableau.compare", compared)}</p>
  `;
}

export const Figures = () => html`
  <section class="pile" aria-labelledby="chiffres">
    <h2 id="chiffres">${t("tableau.chiffres")}</h2>
    <${Loaded} from=${stats} lines=${4}>${(found) => html`<${Found} found=${found} />`}<//>
  </section>
`;
