/** The cycles: a list with filters, or one of them. */

import { SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { Narrowing } from "../components/narrowing.js";
import { findOrder } from "../components/sort-head.js";
import { code, t } from "../i18n.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { Cycle } from "./cycle.js";
import { CYCLE_COLUMNS, CycleRow, SumRows } from "./cycle-row.js";
import { NewCycle } from "./new-cycle.js";
import { CREATE, PagedTable } from "./parts.js";

const ROWS = 25;
const MOST = 100; // programmes to choose from
const VALIDATION = ["brouillon", "en_attente", "valide", "rejete"];
const SUSPENDED = "suspendue";
const PAYMENT = ["planifie", "en_cours", SUSPENDED, "echoue_partiel", "termine"];

// They outlive a visit of another page.
const filters = signal({ programme: "", statutValidation: "", statut: "" });
const showsOthers = signal(false);
const cycles = createLoader();
const programmes = createLoader();

const ORDERS = Object.fromEntries(CYCLE_COLUMNS.map(({ name, sort = null }) => [name, sort]));

/** Return whether cycles of other regions are left out; a list that the address narrows counts what it was led from. */
const isOwnOnly = () => Boolean(currentUser()?.regions?.length) && !showsOthers.value && !view.value.filtre;

function readCycles(signal) {
  const { statut, ...others } = filters.value;
  // A suspended payment is where it was: that it waits is said beside its state, so the API has two parameters.
  const state = statut === SUSPENDED ? { suspendu: true } : { statut };
  const reach = isOwnOnly() ? { dansMesRegions: true } : {};
  const query = {
    ...others,
    ...state,
    ...reach,
    ...pickNarrowing(),
    tri: findOrder(ORDERS),
    page: view.value.page,
    limit: ROWS,
  };
  return api.getJson("/cycles", query, signal);
}

function choose(patch) {
  filters.value = { ...filters.value, ...patch };
  readAgain();
}

function readAgain() {
  if (view.value.page === 1) cycles.load(readCycles, { keep: true });
  else setView({ page: 1 });
}

const withCodes = (group, values) => values.map((value) => [value, code(group, value)]);

const Filter = ({ name, label, options }) => html`
  <${SelectField}
    label=${label} name=${name} value=${filters.value[name]} options=${[["", t("tous.statuts")], ...options]}
    onChange=${(event) => choose({ [name]: event.target.value })}
  />
`;

/** Offer the cycles that pay nobody in the reader's regions, or leave them out again. */
function Others() {
  const left = cycles.value?.horsFiltre ?? 0;
  if (!left && !showsOthers.value) return null;
  const toggle = () => {
    showsOthers.value = !showsOthers.value;
    readAgain();
  };
  const words = left ? t("cycles.autres", { n: left }) : t("cycles.autres.cacher");
  return html`<div class="actions"><button type="button" class="bouton" onClick=${toggle}>${words}</button></div>`;
}

function CycleList() {
  const { page, filtre, tri } = view.value;
  useEffect(() => {
    programmes.load((signal) => api.get("/programmes", { limit: MOST }, signal), { keep: true });
  }, []);
  useEffect(() => {
    cycles.load(readCycles, { keep: true });
  }, [page, filtre, tri]);
  return html`
    <div class="pile">
      ${may(CREATE) && html`<div class="actions"><${NewCycle} /></div>`}
      <${FilterFold} count=${countSet(filters.value)}>
        <${Filter}
          name="programme" label=${t("programme")}
          options=${(programmes.value ?? []).map(({ id, nom }) => [id, nom])}
        />
        <${Filter}
          name="statutValidation" label=${t("cycles.validation")} options=${withCodes("validation", VALIDATION)}
        />
        <${Filter} name="statut" label=${t("cycles.paiement")} options=${withCodes("execution", PAYMENT)} />
      <//>
      <${Narrowing} />
      <${PagedTable}
        from=${cycles} columns=${CYCLE_COLUMNS} row=${CycleRow} foot=${SumRows} empty=${t("cycles.aucun")}
        title=${t("cycles.titre")}
      />
      <${Others} />
    </div>
  `;
}

export function Page() {
  const { element } = view.value;
  return element ? html`<${Cycle} id=${element} key=${element} />` : html`<${CycleList} />`;
}
