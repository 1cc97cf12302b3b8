/** The list of complaints with its filters; those that are chosen are assigned together. */

import { debounce } from "../components/debounce.js";
import { SelectField } from "../components/fields.js";
import { countSet, FilterCount } from "../components/filter-fold.js";
import { Icon } from "../components/icon.js";
import { Narrowing } from "../components/narrowing.js";
import { code, t } from "../i18n.js";
import { PagedTable } from "../payments/parts.js";
import { html, signal, useEffect } from "../preact.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { view } from "../state/view.js";
import { CATEGORIES, isReadable } from "./categories.js";
import { ComplaintRow } from "./complaint-row.js";
import * as state from "./complaint-state.js";
import { ComplaintTiles } from "./complaint-tiles.js";

const WAIT = 250; // milliseconds without typing before the search
const COLUMNS = [
  "plaintes.recuele",
  "categorie.plainte",
  "priorite",
  "lieu.plainte",
  "plaintes.membre",
  "tableau.echeance",
  "statut",
];
// The filters that stand in a second row, when it is asked for.
const RARE = ["priorite", "equipe", "region"];
const STATES = [state.OPEN, "nouvelle", "ouverte", "en_cours", "resolue", "fermee", "rejetee"];
const PRIORITIES = ["urgente", "haute", "moyenne", "basse"];
const DEADLINES = ["retard", "semaine", "suspendue"];
const regions = createLoader();
const narrowLater = debounce(state.narrow, WAIT);
const isMoreVisible = signal(false);

function Filter({ name, label, options, all = t("tous.region") }) {
  const choose = (event) => {
    state.setFilters({ [name]: event.target.value });
    state.narrow();
  };
  return html`
    <${SelectField}
      label=${label} name=${name} id="filtre-${name}" value=${state.filters.value[name]}
      options=${[["", all], ...options]} onChange=${choose}
    />
  `;
}

function SearchField() {
  const search = (event) => {
    state.setFilters({ search: event.target.value });
    narrowLater();
  };
  const invitation = t(may("registre.voir_contacts") ? "plaintes.cherche.contacts" : "plaintes.cherche");
  return html`
    <div class="recherche">
      <${Icon} name="search" />
      <input
        id="cherche-plainte" type="search" autocomplete="off" value=${state.filters.value.search}
        placeholder=${invitation} aria-label=${invitation} onInput=${search}
        title=${may("registre.voir_contacts") ? t("plaintes.cherche.detail") : null}
      />
    </div>
  `;
}

const withCodes = (group, values) => values.map((value) => [value, code(group, value)]);

const RareFilters = () => html`
  <div class="outils filtres-plaintes" data-ouvert=${isMoreVisible.value}>
    <${Filter} name="priorite" label=${t("priorite")} options=${withCodes("priorite", PRIORITIES)} />
    <${Filter}
      name="equipe" label=${t("equipe")} options=${(state.teams.value ?? []).map((one) => [one.id, one.nom])}
    />
    <${Filter} name="region" label=${t("region")} options=${(regions.value ?? []).map((one) => [one.id, one.nom])} />
  </div>
`;

function Filters() {
  const isMore = isMoreVisible.value || RARE.some((name) => state.filters.value[name]);
  const { search, ...chosen } = state.filters.value;
  const clear = () => {
    state.setFilters(state.NO_FILTERS);
    state.narrow();
  };
  return html`
    <div class="outils filtres-plaintes" data-ouvert=${isMoreVisible.value}>
      <${SearchField} />
      <${Filter} name="statut" label=${t("statut")} all=${t("tous.statuts")} options=${withCodes("plainte", STATES)} />
      <${Filter}
        name="categorie" label=${t("categorie.plainte")}
        options=${withCodes("plaintecategorie", CATEGORIES.filter(isReadable))}
      />
      <${Filter} name="delai" label=${t("tableau.echeance")} options=${withCodes("plaintes.delai", DEADLINES)} />
      <${Filter}
        name="a" label=${t("plaintes.traitee")} all=${t("plaintes.tous")} options=${[["moi", t("plaintes.moi")]]}
      />
      <button
        type="button" class="bouton" aria-expanded=${isMore}
        onClick=${() => (isMoreVisible.value = !isMoreVisible.value)}
      >
        ${t("plaintes.filtres")}<${FilterCount} count=${countSet(chosen)} />
      </button>
    </div>
    ${isMore && html`<${RareFilters} />`}
    ${
      (search || countSet(chosen) > 0) &&
      html`<div class="actions">
        <button type="button" class="lien" onClick=${clear}>${t("filtres.effacer")}</button>
      </div>`
    }
  `;
}

/** The bar below the list, once rows are chosen: how many, and what can be done with them. */
function Choice({ rows }) {
  const count = state.chosen.value.size;
  if (!count) return null;
  const isWhole = rows.every((row) => state.chosen.value.has(row.id));
  return html`
    <div class="barre-choix">
      <span aria-live="polite">${t("plaintes.choisies", { n: count })}</span>
      <div class="actions">
        <button type="button" class="bouton" onClick=${() => state.pick(rows, !isWhole)}>
          ${t(isWhole ? "plaintes.aucune" : "plaintes.toutes")}
        </button>
        <button type="button" class="bouton principal" id="assigner-masse" onClick=${state.assignChosen}>
          ${t("plaintes.assigner")}
        </button>
      </div>
    </div>
  `;
}

/** The box of all rows of a page. */
const AllBox = ({ rows }) => html`
  <input
    type="checkbox" class="coche-plainte" id="choix-tous" aria-label=${t("plaintes.toutes")}
    checked=${rows.length > 0 && rows.every((row) => state.chosen.value.has(row.id))}
    onChange=${(event) => state.pick(rows, event.target.checked)}
  />
`;

function makeColumns(rows) {
  const box = state.isChoosable() ? html`<${AllBox} rows=${rows} />` : null;
  return COLUMNS.map((name, at) => ({
    ...{ name, sort: state.ORDERS[name], initial: state.INITIAL_ORDER },
    head: at ? null : box,
  }));
}

/** Say what the last mass assignment did, and why complaints still wait. */
function Result() {
  const result = state.result.value;
  if (!result) return null;
  const refusal = (one) => html`<li key=${one.code}><strong>${one.code}</strong>${` : ${one.message}`}</li>`;
  return html`
    <div class=${result.refused ? "note" : "dit"}>
      <div>
        <p><strong>${t("plaintes.assignees", { n: result.done })}</strong></p>
        ${result.refusals.length > 0 && html`<ul class="refus">${result.refusals.map(refusal)}</ul>`}
      </div>
    </div>
  `;
}

export function ComplaintList() {
  const { page, filtre, tri } = view.value;
  const rows = state.complaints.value?.data ?? [];
  useEffect(() => {
    state.loadTeams();
    regions.load(() => places.listRegions(), { keep: true });
  }, []);
  useEffect(() => {
    state.load();
  }, [page, filtre, tri]);
  return html`
    <div class="pile">
      <${ComplaintTiles} />
      <${Filters} />
      <${Narrowing} />
      <${Result} />
      <div class="liste-plaintes">
        <${PagedTable}
          from=${state.complaints} columns=${makeColumns(rows)} row=${ComplaintRow} empty=${t("plaintes.vide")}
          title=${t("plaintes.titre")}
        />
      </div>
      <${Choice} rows=${rows} />
    </div>
  `;
}
