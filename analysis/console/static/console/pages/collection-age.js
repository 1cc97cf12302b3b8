/** How many forms of a state that waits are old: the age of what is to be done, and the way to them. */

import { number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { filters, findStatus, pickListFilters, setFilters, WAITING } from "./collection-state.js";

const OLD = 30; // days
const old = createLoader();

/** Return the day (YYYY-MM-DD) up to which a form was made that is older than `OLD` days. */
function findLastOldDay() {
  const day = new Date();
  day.setDate(day.getDate() - OLD - 1);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0"));
  return `${day.getFullYear()}-${month}-${date}`;
}

/** `households`: the list that is open, which is read anew after each act. */
export function OldForms({ households }) {
  const isWaiting = WAITING.includes(findStatus()) && !filters.value.dateFin;
  useEffect(() => {
    if (!isWaiting) return;
    const wanted = { ...pickListFilters(), dateFin: findLastOldDay(), limit: 1 };
    old.load((signal) => api.getJson("/menages", wanted, signal), { keep: true });
  }, [households.value, isWaiting]);
  const count = old.value?.pagination.total ?? 0;
  const all = households.value?.pagination.total ?? 0;
  if (!isWaiting || !count || !all) return null;
  return html`
    <p class="doux" id="fiches-anciennes">
      ${t("collecte.anciennes", { n: all, total: number(all) })}
      ${" "}<button type="button" class="lien" onClick=${() => setFilters({ dateFin: findLastOldDay() })}>
        ${t("collecte.anciennes.dont", { n: count, nombre: number(count), jours: OLD })}
      </button>
    </p>
  `;
}
