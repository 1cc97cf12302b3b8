/** What is shown, held by the address: a view can be sent to a colleague, and the back button works.
 *
 * It holds codes and identifiers only. The text of a search, names and tokens never come here.
 */

const LISTS = new Set(["couches"]);
const NUMBERS = new Set(["page", "rayon"]);
export const DEFAULTS = Object.freeze({
  vue: "carte", // carte, or a page of pages.js
  carte: null, // "zoom/lat/lng"
  couches: ["menages"],
  region: null,
  secteur: null,
  localite: null,
  categorie: null,
  eligible: null, // "true" | "false"
  milieu: null,
  fiche: null, // "menage/<id>", "localite/<id>" or "<couche>/<id>/<lat>/<lng>"
  bande: null, // liste | couverture
  page: 1,
  service: "points_eau",
  rayon: 2000,
  niveau: "secteur",
  tache: null,
  onglet: null, // the tab of a page
  element: null, // what is open in a page: an id
  statut: null, // a page's filter by state
});
export const FILTERS = ["region", "secteur", "localite", "categorie", "eligible", "milieu"];

const listeners = new Set();
let current = read();

function read() {
  const sent = new URLSearchParams(location.hash.slice(1));
  const state = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    const value = sent.get(name);
    if (value === null) continue;
    if (LISTS.has(name)) state[name] = value.split(",").filter(Boolean);
    else if (NUMBERS.has(name)) state[name] = Number(value) > 0 ? Math.round(Number(value)) : DEFAULTS[name];
    else state[name] = value || null;
  }
  return Object.freeze(state);
}

const same = (one, other) => String(one) === String(other);

function address(state) {
  const parts = Object.keys(DEFAULTS)
    .filter((name) => !same(state[name] ?? "", DEFAULTS[name] ?? ""))
    .map((name) => `${name}=${[state[name]].flat().map(encodeURIComponent).join(",")}`);
  // Slashes are readable in a fragment, and allowed.
  return `${location.pathname}#${parts.join("&").replaceAll("%2F", "/")}`;
}

export const get = () => current;

/** Changes what is shown. `replace` (a moved map) makes no step for the back button. */
export function set(patch, { replace = false } = {}) {
  const next = Object.freeze({ ...current, ...patch });
  if (Object.keys(DEFAULTS).every((name) => same(next[name], current[name]))) return;
  const previous = current;
  current = next;
  history[replace ? "replaceState" : "pushState"](null, "", address(next));
  for (const listener of listeners) listener(current, previous);
}

/** Goes to a page (or to the map) as it is at first: what was open in the last one stays behind. */
export const go = (vue) => set({ vue, page: 1, onglet: null, element: null, statut: null, tache: null });

/** `listener(state, previous)` after every change, by the page or by the browser's buttons. */
export const subscribe = (listener) => listeners.add(listener);

/** True when one of `names` differs between two states. */
export const changed = (state, previous, ...names) => names.some((name) => !same(state[name], previous[name]));

/** The filters that are set, as the API names them (`category` is the API's name of the category filter). */
export function filters(state = current, category = "categoriePauvrete") {
  const set = {};
  for (const name of FILTERS) if (state[name]) set[name === "categorie" ? category : name] = state[name];
  return set;
}

export const anyFilter = (state = current) => FILTERS.some((name) => state[name]);
export const withoutFilters = () => Object.fromEntries(FILTERS.map((name) => [name, null]));

addEventListener("popstate", () => {
  const previous = current;
  current = read();
  for (const listener of listeners) listener(current, previous);
});
