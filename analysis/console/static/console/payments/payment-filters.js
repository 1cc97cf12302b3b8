/** The filters of a cycle's payments beside their state: words, operator, place and amount. */

import { debounce } from "../components/debounce.js";
import { InputField, SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";

const WAIT = 250; // milliseconds without typing before the search
export const NO_FILTERS = { search: "", operateur: "", region: "", secteur: "", montantMin: "", montantMax: "" };

/** Read what there is to choose from. Whoever may not read operators has none to choose. */
async function readChoices(wanted) {
  const [operators, regions, sectors] = await Promise.all([
    api.get("/comptes-operateurs/operateurs", {}, wanted).catch(asValue),
    places.listRegions(),
    places.listSectors(),
  ]);
  return { operators: Array.isArray(operators) ? operators : [], regions, sectors };
}

/** List the secteurs of the chosen region, else all: the statistics name the region of a secteur. */
function listSectors({ regions, sectors }, regionId) {
  const name = regions.find((one) => one.id === regionId)?.nom;
  return sectors.filter((one) => !name || one.region === name);
}

const debounceEach = (names, onChange) =>
  Object.fromEntries(names.map((name) => [name, debounce((value) => onChange({ [name]: value }), WAIT)]));

const named = (rows) => rows.map(({ id, nom }) => [id, nom]);

const SearchField = ({ onSearch }) => html`
  <div class="recherche">
    <${Icon} name="search" />
    <input
      id="cherche-paiement" type="search" autocomplete="off" placeholder=${t("paiements.cherche")}
      aria-label=${t("paiements.cherche")} onInput=${(event) => onSearch(event.target.value.trim())}
    />
  </div>
`;

/** `filters`: their values by name; `onChange(patch)` when one is set, of what is typed after a while. */
export function PaymentFilters({ filters, onChange }) {
  const choices = useMemo(createLoader, []);
  // Each for itself: what is typed in one field does not drop what was typed in another.
  const later = useMemo(() => debounceEach(["search", "montantMin", "montantMax"], onChange), []);
  useEffect(() => {
    choices.load(readChoices);
    return choices.abort;
  }, []);
  const found = choices.value ?? { operators: [], regions: [], sectors: [] };
  const select = (name, options, all, patch = {}) => html`
    <${SelectField}
      label=${t(name)} name=${name} value=${filters[name]} options=${[["", all], ...options]}
      onChange=${(event) => onChange({ [name]: event.target.value, ...patch })}
    />
  `;
  const amount = (name) => html`
    <${InputField}
      label=${t(`paiements.${name}`)} name=${name} type="number" min="0" step="1" inputmode="numeric"
      onInput=${(event) => later[name](event.target.value)}
    />
  `;
  const operators = found.operators.map(({ value, label }) => [value, label]);
  return html`
    <${FilterFold} count=${countSet(filters)}>
      <${SearchField} onSearch=${later.search} />
      ${operators.length > 0 && select("operateur", operators, t("tous.statuts"))}
      ${found.regions.length > 1 && select("region", named(found.regions), t("tous.region"), { secteur: "" })}
      ${select("secteur", named(listSectors(found, filters.region)), t("tous.secteur"))}
      ${amount("montantMin")} ${amount("montantMax")}
    <//>
  `;
}
