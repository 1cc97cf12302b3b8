/** The dashboard: the figures, then what needs the user today and the rest, or one of the lists behind them. */

import { Failure } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { t } from "../i18n.js";
import { html, useEffect, useLayoutEffect } from "../preact.js";
import { choosesRegion, may } from "../server/session.js";
import { view } from "../state/view.js";
import { Activity } from "./activity.js";
import { Agenda } from "./agenda.js";
import { Complaints } from "./complaints.js";
import { Composition } from "./composition.js";
import { filters, findPeriod, load, NO_FILTERS, offline, PERIODS, setFilters, shares } from "./dashboard-state.js";
import { FigureMeanings, Figures } from "./figures.js";
import { LISTS } from "./lists.js";
import { NamedList } from "./named-list.js";
import { Payments } from "./payments.js";
import { Regions } from "./regions.js";
import { Report } from "./report.js";

const DayField = ({ name, label }) => html`
  <${InputField}
    label=${label} name=${name} type="date" value=${filters.value[name]}
    onChange=${(event) => setFilters({ [name]: event.target.value })}
  />
`;

/** Return the name of the chosen period; "" without dates, "dates" for dates of one's own. */
function nameChosenPeriod() {
  const { dateDebut, dateFin } = filters.value;
  if (!dateDebut && !dateFin) return "";
  const isSame = (name) => {
    const period = findPeriod(PERIODS[name]);
    return period.dateDebut === dateDebut && period.dateFin === dateFin;
  };
  return Object.keys(PERIODS).find(isSame) ?? "dates";
}

function Filters() {
  const isSet = Object.values(filters.value).some(Boolean);
  const chosen = nameChosenPeriod();
  const periods = ["", ...Object.keys(PERIODS), ...(chosen === "dates" ? ["dates"] : [])];
  return html`
    <${FilterFold} count=${countSet(filters.value)}>
      ${
        choosesRegion() &&
        html`
          <${SelectField}
            label=${t("region")} name="region" value=${filters.value.region}
            options=${[["", t("tous.region")], ...(shares.value ?? []).map((one) => [one.id, one.region])]}
            onChange=${(event) => setFilters({ region: event.target.value })}
          />
        `
      }
      <${SelectField}
        label=${t("periode")} name="duree" value=${chosen}
        options=${periods.map((one) => [one, t(`tableau.periode.${one || "tout"}`)])}
        onChange=${(event) => setFilters(findPeriod(PERIODS[event.target.value]))}
      />
      <${DayField} name="dateDebut" label=${t("tableau.du")} />
      <${DayField} name="dateFin" label=${t("tableau.au")} />
      ${
        isSet &&
        html`
          <button type="button" class="bouton" onClick=${() => setFilters(NO_FILTERS)}>${t("filtres.effacer")}</button>
        `
      }
    <//>
  `;
}

function Overview() {
  useEffect(load, []);
  if (offline.value) return html`<${Failure} error=${offline.value} onRetry=${load} />`;
  return html`
    <div class="outils entre">
      <${Filters} />
      ${may("analyses.lire") && html`<${Report} />`}
    </div>
    <${Figures} />
    <div class="tete-tableau">
      <${Agenda} />
      ${may("transferts.lire") && html`<${Payments} />`}
    </div>
    <${FigureMeanings} />
    ${may("registre.lire") && html`<${Composition} />`}
    <${Regions} />
    ${may("plaintes.lire") && html`<${Complaints} />`}
    <${Activity} />
  `;
}

export function Page() {
  const { onglet } = view.value;
  useLayoutEffect(() => {
    const page = /** @type {HTMLElement | null} */ (document.querySelector(".page"));
    if (page) page.scrollTop = 0;
  }, [onglet]);
  return onglet in LISTS ? html`<${NamedList} key=${onglet} name=${onglet} />` : html`<${Overview} />`;
}
