/** The board of the collection: how many households stand in each state, and what can be done with those of one. */

import { describeError, Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { Icon } from "../components/icon.js";
import { number, percent, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { setView, view } from "../state/view.js";
import { Age } from "./collection-age.js";
import * as collection from "./collection-state.js";
import { Surveyors } from "./collection-surveyors.js";
import { CollectionTable } from "./collection-table.js";
import { describeDone, FollowLink } from "./transition-result.js";
import { STATES } from "./transitions.js";

function Column({ id, stats }) {
  const count = STATES[id].count(stats);
  const whole = stats.total + stats.integres;
  const share = whole ? count / whole : 0;
  const open = () => {
    collection.result.value = null;
    collection.chosen.value = new Set();
    setView({ statut: id, page: 1 });
  };
  return html`
    <button
      type="button" class="colonne" id="colonne-${id}" aria-pressed=${id === collection.findStatus()} onClick=${open}
    >
      <strong>${number(count)}</strong>
      <span>${t(`etat.${id}`)}</span>
      <span class="part" aria-hidden="true"><i style=${{ width: `${100 * share}%` }} /></span>
      <span class="doux petit">${percent(share)}</span>
    </button>
  `;
}

const Columns = ({ stats }) => html`
  <div class="colonnes" role="group" aria-label=${t("collecte.etats")}>
    ${Object.keys(STATES).map((id) => html`<${Column} key=${id} id=${id} stats=${stats} />`)}
  </div>
`;

const LABELS = { region: "region", campagne: "campagne", enqueteur: "collecte.enqueteur" };
const ALL = { region: "tous.region", campagne: "tous.region", enqueteur: "tous.secteur" };

const choose = (name) => (event) => collection.setFilters({ [name]: event.target.value });

function Filter({ name, options }) {
  return html`
    <${SelectField}
      label=${t(LABELS[name])} name=${name} options=${[["", t(ALL[name])], ...options]}
      value=${collection.filters.value[name]} onChange=${choose(name)}
    />
  `;
}

/** Find what a validator should open before the others: a score below 100, a probable duplicate, a suspicion. */
function DoubtFilter() {
  const name = (id) => (id in SHORT ? t(SHORT[id]) : t(`suspicion.${id}`));
  const options = Object.keys(collection.DOUBTS).map((id) => [id, name(id)]);
  return html`
    <${SelectField}
      label=${t("collecte.qualite")} name="qualite" options=${[["", t("collecte.qualite.toutes")], ...options]}
      value=${collection.filters.value.qualite} onChange=${choose("qualite")}
    />
  `;
}
const SHORT = { note: "collecte.qualite.note", doublon: "collecte.qualite.doublon" };

/** Choose what comes first where the titles of the table are out of sight, as on a phone. */
const OrderFilter = () => html`
  <div class="tri-telephone">
    <${SelectField}
      label=${t("collecte.ordre")} name="ordre"
      value=${(view.value.tri ?? collection.findInitialOrder()) === OLDEST ? OLDEST : NEWEST}
      options=${[[NEWEST, t("collecte.ordre.recents")], [OLDEST, t("collecte.ordre.anciens")]]}
      onChange=${(event) => setView({ tri: event.target.value, page: 1 })}
    />
  </div>
`;
const OLDEST = "createdAt";
const NEWEST = `-${OLDEST}`;

const DayFilter = ({ name, label, ...limits }) => html`
  <${InputField}
    label=${label} name=${name} type="date" value=${collection.filters.value[name]} ...${limits}
    onChange=${choose(name)}
  />
`;

const ClearButton = () => html`
  <button type="button" class="bouton" onClick=${() => collection.setFilters(collection.NO_FILTERS)}>
    ${t("filtres.effacer")}
  </button>
`;

const Filters = () => html`
  <${FilterFold} count=${countSet(collection.filters.value)}>
    <${Filter} name="region" options=${(collection.regions.value ?? []).map((one) => [one.id, one.nom])} />
    <${Filter} name="campagne" options=${collection.campaigns.value.map((one) => [one.id, one.campagne])} />
    <${Filter} name="enqueteur" options=${collection.listSurveyors()} />
    <${DoubtFilter} /><${OrderFilter} />
    <${DayFilter} name="dateDebut" label=${t("collecte.du")} max=${collection.filters.value.dateFin} />
    <${DayFilter} name="dateFin" label=${t("collecte.au")} min=${collection.filters.value.dateDebut} />
    ${Object.values(collection.filters.value).some(Boolean) && html`<${ClearButton} />`}
  <//>
`;

/** Say what the last transition did, and for which households it was refused. */
function Result() {
  const result = collection.result.value;
  if (!result) return null;
  const undo = () =>
    collection.undoLast(result.undo).catch((error) => {
      collection.result.value = { ...result, undo: null, refusals: [{ code: "", message: describeError(error) }] };
    });
  const refusal = ({ code, message }) => html`<li><strong>${code}</strong>${` : ${message}`}</li>`;
  return html`
    <div class=${result.echoues ? "note" : "dit"}>
      <div>
        <p>
          <strong>${describeDone(result)}</strong>
          ${result.echoues > 0 && ` ${t("collecte.refus", { n: result.echoues })}`}
          ${" "}<${FollowLink} answer=${result} />
        </p>
        ${
          result.undo &&
          html`
            <button type="button" class="bouton" id="defaire" onClick=${undo}>
              <${Icon} name="undo" />${t("collecte.defaire")}
            </button>
          `
        }
        ${result.refusals.length > 0 && html`<ul class="refus">${result.refusals.map(refusal)}</ul>`}
      </div>
    </div>
  `;
}

export function Page() {
  const { statut, page, tri } = view.value;
  useEffect(() => {
    collection.loadRegions();
    return collection.forgetChoice;
  }, []);
  useEffect(() => collection.forgetChoice, [statut]); // what was chosen stood in the list of another state
  useEffect(() => {
    collection.load();
  }, [statut, page, tri]);
  return html`
    <${Filters} />
    <${Loaded} from=${collection.stats} lines=${2}>
      ${(stats) => html`<${Columns} stats=${collection.findCounts(stats)} />`}
    <//>
    <${Surveyors} rows=${collection.surveyors.value ?? []} all=${collection.stats.value} />
    <${Result} />
    <div class="feuille">
      <${Loaded} from=${collection.households}>
        ${({ data, pagination }) => html`
          <${Age} pagination=${pagination} /><${CollectionTable} rows=${data} pagination=${pagination} />
        `}
      <//>
    </div>
  `;
}
