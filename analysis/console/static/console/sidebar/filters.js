/** Filters of the map and of the list. The poverty categories are the map's legend too. */

import { Failure } from "../components/feedback.js";
import { Icon, IconButton } from "../components/icon.js";
import { code, t } from "../i18n.js";
import { showArea } from "../map/area.js";
import { POVERTY } from "../map/palette.js";
import { isAnswerable } from "../offline/held.js";
import { isOffline } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import { SavedViews } from "../saved/saved-views.js";
import { readPlan } from "../server/filter-names.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";
import { hasChanged, hasFilters, NO_FILTERS, onViewChange, setView, view } from "../state/view.js";
import { ChoiceButtons, ChoiceList } from "./filter-parts.js";
import { CommonTraits, MoreFilters } from "./more-filters.js";

const change = (patch) => setView({ ...patch, page: 1 });

/** List the villages of the chosen secteur by name. */
async function readVillages(sectors) {
  const sector = sectors.find(({ id }) => id === view.peek().secteur);
  if (!sector) return [];
  const all = await places.listVillages();
  return all
    .filter((village) => village.secteur === sector.nom && village.region === sector.region)
    .sort((one, other) => one.nom.localeCompare(other.nom));
}

async function readAreas() {
  const sectors = await places.listSectorsOf(view.peek().region);
  return { regions: await places.listRegions(), sectors, villages: await readVillages(sectors) };
}

/** Filter by a secteur and by the region that it lies in. */
function chooseSector(secteur, { regions, sectors }) {
  const name = sectors.find((sector) => sector.id === secteur)?.region;
  const region = regions.find((one) => one.nom === name)?.id;
  change({ secteur, localite: null, ...(region ? { region } : {}) });
}

/** Say that only the households of one import are shown, and take that off. */
const ImportedOnly = () => html`
  <p class="puce">
    <${Icon} name="upload" />${t("filtres.import")}
    <${IconButton} icon="close" label=${t("filtres.import.oter")} onClick=${() => change({ import: null })} />
  </p>
`;

/** Say which areas a question that is a filter is about, in place of "all"; null where there is none. */
function nameQuestionAreas(name) {
  const { plan } = view.value;
  const zones = readPlan(plan).zones ?? [];
  const named = zones.filter(({ niveau }) => niveau === name).map(({ nom }) => nom);
  if (named.length) return named.join(", ");
  return name === "region" && zones.length ? t("filtres.celle") : null;
}

const AreaSelect = ({ name, areas, onChoose, isOff }) => html`
  <${ChoiceList}
    name=${name} label=${t(name)} chosen=${view.value[name]} isOff=${isOff} onChoose=${onChoose}
    options=${areas.map(({ id, nom }) => ({ value: id, text: nom }))}
    all=${nameQuestionAreas(name) ?? t(`tous.${name}`)}
  />
`;

/** Show one of few as buttons, of what the address has a name of its own for. */
const OwnChoice = ({ name, label, options, isOff }) => html`
  <${ChoiceButtons}
    name=${name} label=${label} options=${options} isOff=${isOff} chosen=${view.value[name]}
    onChoose=${(value) => change({ [name]: value })}
  />
`;

/** Go where the filter of an area leads. The back button brings the old position back by itself. */
function followArea(now, previous) {
  if (hasChanged(now, previous, "region", "secteur") && now.carte === previous.carte) showArea(now);
}

onViewChange(followArea);

const loader = createLoader();

export function Filters() {
  const { region, secteur } = view.value;
  useEffect(() => {
    loader.load(readAreas, { keep: true });
  }, [region, secteur]);
  const areas = loader.value ?? { regions: [], sectors: [], villages: [] };
  const error = loader.answer.value instanceof Error ? loader.answer.value : null;
  // Without a connection they act in a secteur that was prepared.
  const isOff = isOffline.value && !(secteur && isAnswerable({ secteur }));
  const categories = POVERTY.map((step) => ({
    value: step.code,
    text: code("categorie", step.code),
    swatch: step.colour,
  }));
  const settings = ["rural", "urbain"].map((value) => ({ value, text: code("milieu", value) }));
  const eligibility = [
    { value: "true", text: t("eligible.oui") },
    { value: "false", text: t("eligible.non") },
  ];
  return html`
    <section class="filtres">
      <div class="titre-rangee">
        <h2>${t("filtres")}</h2>
        <${SavedViews} />
        ${
          hasFilters() &&
          html`
            <button type="button" class="lien" onClick=${() => change(NO_FILTERS)}>${t("filtres.effacer")}</button>
          `
        }
      </div>
      ${error && html`<${Failure} error=${error} onRetry=${loader.retry} />`}
      ${isOffline.value && html`<p class="doux petit">${t(isOff ? "filtres.horsligne" : "filtres.prepare")}</p>`}
      ${view.value.import && html`<${ImportedOnly} />`}
      <div class="deux">
        <${AreaSelect}
          name="region" areas=${areas.regions} isOff=${isOffline.value}
          onChoose=${(chosen) => change({ region: chosen, secteur: null, localite: null })}
        />
        <${AreaSelect}
          name="secteur" areas=${areas.sectors} isOff=${isOffline.value}
          onChoose=${(chosen) => chooseSector(chosen, areas)}
        />
      </div>
      ${
        secteur &&
        html`
          <${AreaSelect}
            name="localite" areas=${areas.villages} isOff=${isOff} onChoose=${(localite) => change({ localite })}
          />
        `
      }
      <${OwnChoice} name="categorie" label=${t("categorie")} options=${categories} isOff=${isOff} />
      <div class="deux">
        <${OwnChoice} name="milieu" label=${t("milieu")} options=${settings} isOff=${isOff} />
        <${OwnChoice} name="eligible" label=${t("eligibilite")} options=${eligibility} isOff=${isOff} />
      </div>
      <${CommonTraits} isOff=${isOffline.value} />
      <${MoreFilters} isOff=${isOffline.value} />
    </section>
  `;
}
