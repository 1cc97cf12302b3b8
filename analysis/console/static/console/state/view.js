/** What is shown, held by the address: a view can be sent to a colleague, and the back button works.
 *
 * It holds codes and identifiers only. The text of a search, names and tokens never come here.
 */

import { signal } from "../preact.js";
import { dropLeftAddress } from "./left-address.js";
import { findInstead, noteMissing } from "./old-address.js";

const LISTS = new Set(["couches", "types", "cote"]);
const NUMBERS = new Set(["page", "rayon", "maille", "tranches"]);
/** @type {Readonly<Record<string, any>>} */
const DEFAULTS = Object.freeze({
  vue: "carte", // carte, or a page of pages.js
  carte: null, // "zoom/lat/lng"
  couches: ["menages"],
  fond: null, // "false": the map without roads and rivers
  region: null,
  secteur: null,
  localite: null,
  categorie: null,
  eligible: null, // "true" | "false"
  milieu: null,
  position: null, // "false": the households without one, which are in the list alone
  plan: null, // of a question: the households that its answer counts
  import: null, // the job that created the households that are shown
  tri: null, // what the list of households is sorted by
  fiche: null, // "menage/<id>", "localite/<id>" or "<couche>/<id>/<lat>/<lng>"
  bande: null, // liste | couverture | distances | themes | regions
  page: 1,
  service: "services_sante", // what people are most often too far from
  typeService: null, // of which type they are; several, joined by commas
  comptent: null, // "tous": those that are known to be closed count, too
  rayon: 5000,
  sujet: "menages", // whose coverage: menages | beneficiaires | plaintes | habitants
  types: ["points_eau", "ecoles", "services_sante"], // of services whose distances are counted
  niveau: "secteur", // region | secteur | hexagone, of themes
  grille: "secteur", // of clusters: secteur | hexagone
  theme: "eligibles", // the figure that areas are coloured by
  classes: "naturelles", // naturelles | quantiles | egales
  tranches: 5, // how many classes
  maille: 5000, // of hexagons: metres between opposite sides
  compare: null, // what is compared between two days
  avant: null, // the first of them, as 2026-01-31
  apres: null,
  cote: [], // the two regions that are compared side by side
  tache: null,
  onglet: null, // the tab of a page
  element: null, // what is open in a page: an id
  statut: null, // a page's filter by state
  source: null, // of the entries of a session: sig | releve
  filtre: null, // what a list is narrowed to: parameters of the API
  ouvrir: null, // a saved view that is to be opened
  raison: null, // of the entries of a session: why they have no pair, or a wrong one
});
export const FILTERS = [
  "region",
  "secteur",
  "localite",
  "categorie",
  "eligible",
  "milieu",
  "position",
  "import",
  "plan",
];

const PLACES = new Set(["region", "secteur", "localite"]);

/** Make a state of texts: `find(name)` returns a text, or null where the default holds. */
function readState(find) {
  const state = { ...DEFAULTS };
  for (const name of Object.keys(DEFAULTS)) {
    const value = find(name);
    if (value === null) continue;
    if (LISTS.has(name)) state[name] = value.split(",").filter(Boolean);
    else if (NUMBERS.has(name)) state[name] = Number(value) > 0 ? Math.round(Number(value)) : DEFAULTS[name];
    else state[name] = value || null;
  }
  Object.assign(state, findInstead(state.vue)); // an old address, or a misspelt one
  return Object.freeze(state);
}

/** Read the address. */
function parseAddress() {
  dropLeftAddress();
  const sent = new URLSearchParams(location.hash.slice(1));
  noteMissing(sent.get("vue") || DEFAULTS.vue);
  return readState((name) => sent.get(name));
}

const isSame = (one, other) => String(one) === String(other);

/** Write the address: what differs from the defaults. */
function formatAddress(state) {
  const parts = Object.keys(DEFAULTS)
    .filter((name) => !isSame(state[name] ?? "", DEFAULTS[name] ?? ""))
    .map((name) => `${name}=${[state[name]].flat().map(encodeURIComponent).join(",")}`);
  // Slashes are readable in a fragment, and allowed.
  return `${location.pathname}#${parts.join("&").replaceAll("%2F", "/")}`;
}

/** The state: a component that reads its `value` is drawn again when it changes. */
export const view = signal(parseAddress());
const listeners = new Set();

/** Call `listener(state, previous)` after every change, by the page or by the browser's buttons. */
export function onViewChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next) {
  const previous = view.peek();
  view.value = next;
  for (const listener of listeners) listener(next, previous);
}

/** Change what is shown. `replace` (a moved map) makes no step for the back button. */
export function setView(patch, { replace = false } = {}) {
  const previous = view.peek();
  const next = Object.freeze({ ...previous, ...patch });
  if (Object.keys(DEFAULTS).every((name) => isSame(next[name], previous[name]))) return;
  history[replace ? "replaceState" : "pushState"](null, "", formatAddress(next));
  change(next);
}

/** Go to a page (or to the map) as it is at first: what was open in the last one stays behind, its order too. */
export const openPage = (vue) => {
  const defaults = {
    ...{ onglet: null, element: null, statut: null, source: null, raison: null, tache: null, filtre: null },
    tri: null,
  };
  setView({ vue, page: 1, ...defaults });
};

// What is open for the moment is no part of a view that is kept: a person's card least of all.
const PASSING = new Set(["fiche", "element", "ouvrir", "tache", "page"]);

/** Return what differs from the defaults as texts, to be kept under a name. */
export const pickState = () =>
  Object.fromEntries(
    Object.keys(DEFAULTS)
      .filter((name) => !PASSING.has(name) && !isSame(view.value[name] ?? "", DEFAULTS[name] ?? ""))
      .map((name) => [name, String(view.value[name])]),
  );

/** Show what was kept, and nothing else of what is shown now. */
export const openState = (held, options = {}) =>
  setView(
    readState((name) => held[name] ?? null),
    options,
  );

/** Return the address of a view in which nothing else is set. */
export const findAddress = (patch) => formatAddress({ ...DEFAULTS, ...patch });

/** Return what the list of a page is narrowed to, by the API's names. */
export const pickNarrowing = () => Object.fromEntries(new URLSearchParams(view.value.filtre ?? ""));

/** Return whether one of `names` differs between two states. */
export const hasChanged = (state, previous, ...names) => names.some((name) => !isSame(state[name], previous[name]));

/** Return the filters that are set, by their names in the API: its lists and its map name the category differently, and
 * on the map all have a position. */
export function pickFilters(category = "categoriePauvrete", state = view.value) {
  const set = {};
  for (const name of FILTERS) if (state[name]) set[name === "categorie" ? category : name] = state[name];
  if (category === "categorie") delete set.position;
  return set;
}

/** Return the filters that everything on the map follows: where it lies. */
export const pickArea = ({ region, secteur } = view.value) => ({
  ...(region && { region }),
  ...(secteur && { secteur }),
});

/** Return the filters of places alone, which whatever lies somewhere follows. */
export const pickPlaces = (state = view.value) => ({
  ...pickArea(state),
  ...(state.localite && { localite: state.localite }),
});

/** Return whether a filter is set that is told of households alone. */
export const hasTraits = () => FILTERS.some((name) => view.value[name] && !PLACES.has(name));

export const hasFilters = () => FILTERS.some((name) => view.value[name]);
/** The filters as none is set. */
export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, null]));

addEventListener("popstate", () => change(parseAddress()));
