/** What is shown is narrowed to: each filter can be taken off where it is seen to act. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { nameFilters } from "../server/filter-names.js";
import { FILTERS, hasFilters, NO_FILTERS, setView, view } from "../state/view.js";

// An area is taken off with those inside it.
const WITH = { region: ["region", "secteur", "localite"], secteur: ["secteur", "localite"] };

/** `isInside`: in the list that they leave empty, which clears them all by a button of its own; else over the map. */
export function FilterChips({ isInside = false }) {
  const state = view.value;
  const chips = useSignal(/** @type {{name: string, text: string, rest?: string | null}[]} */ ([]));
  const key = FILTERS.map((name) => state[name]).join();
  useEffect(() => {
    let isWanted = true;
    nameFilters(state).then((found) => {
      if (isWanted) chips.value = found;
    });
    return () => {
      isWanted = false;
    };
  }, [key]);
  if (!hasFilters()) return null;
  const takeOff = ({ name, rest = null }) =>
    setView({ ...Object.fromEntries((WITH[name] ?? [name]).map((one) => [one, null])), [name]: rest, page: 1 });
  const chip = (filter) => html`
    <li key=${`${filter.name} ${filter.text}`}>
      <button
        type="button" aria-label=${t("filtres.oter", { nom: filter.text })} onClick=${() => takeOff(filter)}
      >
        <span>${filter.text}</span><${Icon} name="close" />
      </button>
    </li>
  `;
  const all = () => html`
    <li>
      <button type="button" onClick=${() => setView({ ...NO_FILTERS, page: 1 })}>${t("filtres.effacer")}</button>
    </li>
  `;
  const set = chips.value.filter(({ name }) => state[name]);
  return html`
    <ul class=${isInside ? "filtres-ici" : "filtres-mis"} aria-label=${t("filtres.mis")}>
      ${set.map(chip)}${!isInside && set.length > 1 && all()}
    </ul>
  `;
}
