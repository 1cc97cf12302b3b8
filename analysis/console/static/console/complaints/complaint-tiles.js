/** How many complaints are open, late and came this month: each number narrows the list to what it counts. */

import { number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import * as state from "./complaint-state.js";

/** Each tile: the filter that it sets, and how it is coloured where it counts some. */
const TILES = {
  ouvertes: { patch: { statut: state.OPEN }, kind: "" },
  retard: { patch: { delai: "retard" }, kind: "rouge" },
  mois: { patch: { recue: "mois" }, kind: "" },
};
const counts = createLoader();

async function readCounts(signal) {
  const count = async ({ patch }) => {
    const query = state.buildQuery({ ...state.NO_FILTERS, ...patch });
    return (await api.getJson("/plaintes", { ...query, limit: 1 }, signal)).pagination.total;
  };
  const found = await Promise.all(Object.values(TILES).map(count));
  return Object.fromEntries(Object.keys(TILES).map((name, at) => [name, found[at]]));
}

const isChosen = ({ patch }) => Object.entries(patch).every(([name, value]) => state.filters.value[name] === value);

/** Narrow the list to what a tile counts, or take that back. */
function choose(tile) {
  state.setFilters({ ...state.NO_FILTERS, ...(isChosen(tile) ? {} : tile.patch) });
  state.narrow();
}

function Tile({ name, count }) {
  const tile = TILES[name];
  return html`
    <button
      type="button" class=${`carreau ${count ? tile.kind : ""}`} id=${`plaintes-${name}`}
      aria-pressed=${isChosen(tile)} onClick=${() => choose(tile)}
    >
      <strong>${number(count)}</strong><span>${t(`plaintes.carreau.${name}`, { n: count })}</span>
    </button>
  `;
}

/** Show the tiles, once they are counted: the list does not wait for them. */
export function ComplaintTiles() {
  const answer = state.complaints.value;
  // What was done to the complaints of the list may change the numbers.
  useEffect(() => {
    counts.load(readCounts, { keep: true });
  }, [answer]);
  const found = counts.value;
  if (!found) return null;
  return html`
    <div class="carreaux carreaux-plaintes">
      ${Object.keys(TILES).map((name) => html`<${Tile} key=${name} name=${name} count=${found[name]} />`)}
    </div>
  `;
}
