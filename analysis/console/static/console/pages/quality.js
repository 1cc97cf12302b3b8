/** The quality of what is sent: by region, campaign or surveyor, each suspicion as a share with its numbers. */

import { saveCsv } from "../components/download.js";
import { Empty, Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { Icon } from "../components/icon.js";
import { Tabs } from "../components/tabs.js";
import { moment, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { setView, view } from "../state/view.js";
import { QualityAnalysis } from "./quality-analysis.js";
import { QualityList } from "./quality-list.js";
import { Rules, Tiles } from "./quality-parts.js";
import {
  AXES,
  campaigns,
  dashboard,
  filters,
  load,
  loadRegions,
  NO_FILTERS,
  regions,
  setFilters,
} from "./quality-state.js";
import { GroupTable, sortGroups } from "./quality-table.js";
import { measureExcess, SUSPICIONS } from "./suspicions.js";

const ListFilter = ({ name, options }) => html`
  <${SelectField}
    label=${t(name)} name=${name} value=${filters.value[name]}
    options=${[["", t("tous.region")], ...options.map((one) => [one.id, one.nom])]}
    onChange=${(event) => setFilters({ [name]: event.target.value })}
  />
`;

const DateFilter = ({ name, label }) => html`
  <${InputField}
    label=${label} name=${name} type="date" value=${filters.value[name]}
    onChange=${(event) => setFilters({ [name]: event.target.value })}
  />
`;

function Filters() {
  const isSet = Object.values(filters.value).some(Boolean);
  return html`
    <${FilterFold} count=${countSet(filters.value)}>
      <${ListFilter} name="region" options=${regions.value ?? []} />
      <${ListFilter} name="campagne" options=${campaigns.value} />
      <${DateFilter} name="dateDebut" label=${t("qualite.du")} />
      <${DateFilter} name="dateFin" label=${t("qualite.au")} />
      ${
        isSet &&
        html`
          <button type="button" class="bouton" onClick=${() => setFilters(NO_FILTERS)}>${t("filtres.effacer")}</button>
        `
      }
    <//>
  `;
}

function saveGroups(groups, axis) {
  const titles = SUSPICIONS.flatMap((name) => [t(`suspicion.${name}`), `${t(`suspicion.${name}`)} (%)`]);
  const header = [
    t(`qualite.${axis}`),
    t("menages.titre"),
    t("qualite.moyenne"),
    t("qualite.soupcon"),
    ...titles,
    `${t("qualite.whipple")} (%)`,
  ];
  const cells = (group) => [
    group.nom,
    group.total,
    group.qualiteMoyenne,
    group.indiceSuspicion,
    ...SUSPICIONS.flatMap((name) => [group[name], group.taux[name]]),
    group.indiceWhipple === null ? null : measureExcess(group.indiceWhipple),
  ];
  saveCsv(header, groups.map(cells), `qualite-${axis}.csv`);
}

function Dashboard({ found }) {
  const { onglet } = view.value;
  const axis = onglet in AXES ? onglet : "enqueteurs";
  const groups = found[AXES[axis].groups];
  if (!found.total.total) {
    const clear = () => setFilters(NO_FILTERS);
    return html`<${Empty} text=${t("menages.aucun")} action=${t("filtres.effacer")} onAction=${clear} />`;
  }
  const tabs = Object.keys(AXES).map((id) => [id, t(`qualite.${id}`)]);
  return html`
    <div class="outils entre">
      <${Tabs} tabs=${tabs} chosen=${axis} onChoose=${(id) => setView({ onglet: id })} />
      <button type="button" class="bouton" onClick=${() => saveGroups(sortGroups(groups), axis)}>
        <${Icon} name="download" />${t("csv.page")}
      </button>
    </div>
    <${GroupTable} groups=${groups} axis=${axis} />
    <h2>${t("qualite.ensemble")}</h2>
    <${Tiles} total=${found.total} faulty=${found.aRevoir} />
    <p class="doux petit">${t("qualite.comptes", { quand: moment(found.calculeLe) })}</p>
    <${Rules} rules=${found.parRegle} total=${found.total.total} />
  `;
}

export function Page() {
  useEffect(() => {
    loadRegions();
    load();
  }, []);
  if (view.value.filtre) return html`<${QualityList} />`;
  return html`
    <div class="tete-qualite">
      <${Filters} />
      <div><${QualityAnalysis} onDone=${load} /></div>
    </div>
    <${Loaded} from=${dashboard} lines=${9}>${(found) => html`<${Dashboard} found=${found} />`}<//>
  `;
}
