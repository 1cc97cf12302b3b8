/** The complaints at a glance: by status, priority and category, and how many keep their term. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { saveBars } from "../components/picture.js";
import { code, number, percent, period, t } from "../i18n.js";
import { html } from "../preact.js";
import { complaints, days, filters, nameRegion } from "./dashboard-state.js";
import { Downloads } from "./downloads.js";
import { ListLink } from "./links.js";

// The name of each group in the answer: the filter of the list, and the group of its words.
const GROUPS = {
  parStatut: { filter: "statut", words: "plainte" },
  parPriorite: { filter: "priorite", words: "priorite" },
  parCategorie: { filter: "categorie", words: "plaintecategorie" },
};

// The late ones that are open still.
const RUNNING = { ouverte: true, delaiTenu: false };

/** List the counts of a group as {code, label, value}. */
const listCounts = (found, group) =>
  Object.entries(found[group]).map(([value, count]) => ({
    code: value,
    label: code(GROUPS[group].words, value),
    value: count,
  }));

/** Return what all of these complaints are narrowed to: the region, and the days on which they came in. */
const findReach = () => ({ region: filters.value.region, ...days.value });

/** Say which complaints are counted. */
function Reach() {
  const { dateDebut, dateFin } = days.value;
  const when = dateDebut ? t("tableau.plaintes.recues", { periode: period(dateDebut, dateFin) }) : t("tableau.toutes");
  return html`<p class="doux">${[nameRegion(), when].filter(Boolean).join(" · ")}</p>`;
}

function Group({ found, group }) {
  const counts = listCounts(found, group);
  const whole = Math.max(
    1,
    counts.reduce((sum, one) => sum + one.value, 0),
  );
  const link = ({ code: value, value: count }) => html`
    <${ListLink} list="plaintes" query=${{ ...findReach(), [GROUPS[group].filter]: value }}>${number(count)}<//>
  `;
  const row = (one) => html`
    <li key=${one.code}>
      <span>${one.label}</span>
      <div class="barre">
        <span class="part"><i style=${{ width: `${(100 * one.value) / whole}%` }} /></span>
        <b>${one.value ? link(one) : number(0)}</b>
      </div>
    </li>
  `;
  return html`
    <div class="groupe">
      <h3>${t(`tableau.${group}`)}</h3>
      <ul class="rangees">${counts.map(row)}</ul>
    </div>
  `;
}

/** Return how many have a deadline that is neither kept nor broken yet: with the others these are all. */
function countUndecided({ parStatut, slaMetrics: { respecte, depasse } }) {
  const whole = Object.values(parStatut).reduce((sum, count) => sum + count, 0);
  return whole - respecte - depasse - parStatut.rejetee;
}

const listRows = (found) =>
  Object.keys(GROUPS).flatMap((group) => listCounts(found, group).map((one) => ({ ...one, group })));

function saveTable(found) {
  const { respecte, depasse, depasseOuvertes } = found.slaMetrics;
  const rows = [
    ...listRows(found).map((one) => [t(`tableau.${one.group}`), one.label, one.value]),
    [t("tableau.delais"), t("tableau.delais.tenus"), respecte],
    [t("tableau.delais"), t("tableau.delais.depasses"), depasse],
    [t("tableau.delais"), t("tableau.delais.ouvertes"), depasseOuvertes],
    [t("tableau.delais"), t("tableau.delais.enattente"), countUndecided(found)],
    [t("tableau.delais"), t("tableau.delais.sans"), found.parStatut.rejetee],
  ];
  saveCsv([t("tableau.groupe"), t("code"), t("tableau.plaintes")], rows, "plaintes.csv");
}

function savePicture(found) {
  const rows = listRows(found).map((one) => ({ ...one, text: number(one.value) }));
  saveBars(rows, t("tableau.plaintes"), "plaintes.png");
}

function Found({ found }) {
  const { respecte, depasse, depasseOuvertes: running, tauxRespect } = found.slaMetrics;
  const rejected = found.parStatut.rejetee;
  const undecided = countUndecided(found);
  const isNarrowed = Object.values(filters.value).some(Boolean);
  const words =
    tauxRespect === null ? t("tableau.terme.sans") : t("tableau.terme", { taux: percent(tauxRespect / 100) });
  const counted = (name, query, count) => html`
    <${ListLink} list="plaintes" query=${{ ...findReach(), ...query }}>${t(name, { n: count })}<//>
  `;
  return html`
    <div class="outils entre">
      <h2>${t("tableau.plaintes")}</h2>
      <${Downloads}
        what=${t("tableau.plaintes")} onPicture=${() => savePicture(found)} onTable=${() => saveTable(found)}
      />
    </div>
    <${Reach} />
    ${
      listCounts(found, "parStatut").some((one) => one.value)
        ? html`
          <p class="doux">
            ${words}${" "}
            ${tauxRespect !== null && html`${counted("tableau.atemps", { delaiTenu: true }, respecte)}, `}
            ${tauxRespect !== null && counted("tableau.horsdelai", { delaiTenu: false }, depasse)}
            ${running > 0 && html`, ${counted("tableau.horsdelai.ouvertes", RUNNING, running)}`}
            ${tauxRespect !== null && "."}
            ${undecided > 0 && ` ${t("tableau.pasechues", { n: undecided })}`}
            ${rejected > 0 && html`${" "}${counted("tableau.rejetees", { statut: "rejetee" }, rejected)}`}
          </p>
          <div class="groupes">
            ${Object.keys(GROUPS).map((group) => html`<${Group} key=${group} found=${found} group=${group} />`)}
          </div>
        `
        : html`<p class="doux">${t(isNarrowed ? "tableau.plaintes.aucuneici" : "tableau.plaintes.aucune")}</p>`
    }
  `;
}

export const Complaints = () => html`
  <section class="feuille" aria-label=${t("tableau.plaintes")}>
    <${Loaded} from=${complaints}>${(found) => html`<${Found} found=${found} />`}<//>
  </section>
`;
