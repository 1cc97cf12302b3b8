/** Protected statistics: what is told of the cases, what is not, and why. */

import { Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { t } from "../i18n.js";
import { NO_GROUND, readGround } from "../map/ground.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { Basis, Count, countText, findRest, Reading } from "./counts.js";
import { onLock } from "./lock.js";
import { PlaceFields } from "./places.js";
import { Profiles } from "./profiles.js";
import { Rubriques } from "./rubriques.js";
import { ServiceMap } from "./service-map.js";
import { TrendTable } from "./trend.js";
import { Withheld } from "./withheld.js";

const ANY = { region: "", secteur: "", du: "", au: "", rubrique: "" };

// What is asked stands in memory only: a place and a month together may say too much.
const question = signal(ANY);
/** The rubriques with their labels, from the first answer. @type {import("@preact/signals").Signal<any>} */
const rubriques = signal([]);
const pointed = signal(/** @type {string | null} */ (null));
const answer = createLoader();
/** Land and names, which no lock empties: everybody may know them. */
const ground = createLoader();

onLock(() => {
  question.value = ANY;
  rubriques.value = [];
  pointed.value = null;
  answer.abort();
  answer.answer.value = null;
});

/** Return the last day of a month (`2025-03`). */
function findLastDay(month) {
  const [year, number] = month.split("-").map(Number);
  return `${month}-${new Date(year, number, 0).getDate()}`;
}

async function read(wanted) {
  const { region, secteur, du, au, rubrique } = question.value;
  const days = { dateDebut: du && `${du}-01`, dateFin: au && findLastDay(au) };
  const [analysis, profiles, overview, map] = await Promise.all([
    api.get("/vbg-analytics/rubrique-analysis", { region, secteur, rubrique, ...days }, wanted),
    api.get("/vbg-analytics/profil-analysis", { region, ...days }, wanted),
    api.get("/services-vbg/stats/overview", { region, ...days }, wanted),
    api.get("/services-vbg/carte", { region }, wanted),
  ]);
  if (!rubrique) rubriques.value = analysis.parRubrique.map((row) => [row.rubrique, row.label]);
  return { analysis, profiles, overview, features: map.features };
}

function choose(patch) {
  question.value = { ...question.value, ...patch };
  answer.load(read, { keep: true });
}

const Month = ({ name, label }) => html`
  <${InputField}
    label=${label} name=${name} type="month" min="2000-01" value=${question.value[name]} autocomplete="off"
    onChange=${(event) => choose({ [name]: event.target.value })}
  />
`;

const Filters = () => html`
  <${FilterFold} count=${countSet(question.value)}>
    <${PlaceFields} chosen=${question.value} onChoose=${choose} />
    <${Month} name="du" label=${t("tableau.du")} />
    <${Month} name="au" label=${t("tableau.au")} />
    <${SelectField}
      label=${t("protection.rubrique")} name="rubrique" value=${question.value.rubrique} autocomplete="off"
      options=${[["", t("tous.rubrique")], ...rubriques.value]}
      onChange=${(event) => choose({ rubrique: event.target.value })}
    />
  <//>
`;

const CountTile = ({ value, label, note = "" }) => html`
  <div class="carreau">
    <strong><${Count} value=${value} /></strong><span>${label}</span>
    ${note && html`<span class="petit doux">${note}</span>`}
  </div>
`;

/** Show the cases of each state; who was sent on is what is left of the total: it is not told by itself. */
function States({ totalCasPrisEnCharge, totalCasEnCours, totalCasResolus }) {
  const rest = findRest(totalCasPrisEnCharge, [totalCasEnCours, totalCasResolus]);
  return html`
    <${CountTile} value=${totalCasEnCours} label=${t("protection.total.encours")} />
    <${CountTile} value=${totalCasResolus} label=${t("protection.total.resolus")} />
    <div class="carreau" title=${t("protection.total.reste")}>
      <strong>${rest === "peu" ? t("protection.total.peu") : html`<${Count} value=${rest} />`}</strong>
      <span>${t("protection.total.transferes")}</span>
    </div>
  `;
}

function Totals({ analysis, overview }) {
  const { secteur, rubrique } = question.value;
  const total = html`
    <${CountTile}
      value=${analysis.totalCas} label=${t("protection.total.cas")} note=${t("protection.total.cas.pres")}
    />
  `;
  // States are counted by region alone: beside a narrower total they stand under one of their own.
  if (!secteur && !rubrique) return html`<div class="carreaux">${total}<${States} ...${overview} /></div>`;
  return html`
    <div class="carreaux">${total}</div>
    <section class="feuille" aria-label=${t("protection.total.etats")}>
      <h2>${t("protection.total.etats")}</h2>
      <p class="doux petit">${t("protection.total.region")}</p>
      <div class="carreaux">
        <${CountTile} value=${overview.totalCasPrisEnCharge} label=${t("protection.total.cas")} />
        <${States} ...${overview} />
      </div>
    </section>
  `;
}

const Alerts = ({ alertes }) =>
  alertes.length > 0 &&
  html`
    <section class="feuille" aria-label=${t("protection.alertes")}>
      <h2>${t("protection.alertes")}</h2>
      <ul>${alertes.map(({ message }) => html`<li key=${message}>${message}</li>`)}</ul>
    </section>
  `;

/** Show the services with their counts; a point that is pressed says its own below. */
function CaseMap({ features }) {
  const chosen = features.find(({ properties }) => properties.id === pointed.value)?.properties;
  const open = (id) => {
    pointed.value = id;
  };
  return html`
    <section class="feuille" aria-label=${t("protection.carte.cas")}>
      <h2>${t("protection.carte.cas")}</h2>
      <p class="doux">${t("protection.carte.texte")}</p>
      <${Withheld} />
      <${ServiceMap}
        features=${features} ground=${ground.value ?? NO_GROUND} chosen=${pointed.value} onOpen=${open} isCounted
      />
      <p role="status">
        ${chosen && t("protection.carte.dit", { nom: chosen.nom, cas: countText(chosen.nombreCas) })}
      </p>
    </section>
  `;
}

function Found({ analysis, profiles, overview, features }) {
  const names = Object.fromEntries(analysis.parRubrique.map((row) => [row.rubrique, row.label]));
  return html`
    <${Totals} analysis=${analysis} overview=${overview} />
    <${Basis} drawnUp=${analysis.arreteLe} periode=${analysis.periode} />
    <${Alerts} alertes=${analysis.alertes} />
    <${Rubriques} ...${analysis} />
    <${Reading} drawnUp=${analysis.arreteLe} />
    <${TrendTable} ...${analysis.tendance} names=${names} />
    <${Profiles} ...${profiles} />
    <${CaseMap} features=${features} />
  `;
}

export function AnalysisPage() {
  useEffect(() => {
    answer.load(read, { keep: true });
    ground.load(readGround, { keep: true });
  }, []);
  return html`
    <div class="pile">
      <${Filters} />
      <${Loaded} from=${answer} lines=${8}>${(found) => html`<${Found} ...${found} />`}<//>
    </div>
  `;
}
