/** The filters of the tiles as the map shows them now. The library draws the answer that comes last, also where it
 * answers what was asked for before a filter changed: such a request has to bring what is wanted now. */

const SCHEME = "tabanca://";
/** By layer: the filters as a query, and what tells requests that they have changed.
 * @type {Map<string, {query: string, change: AbortController}>} */
const filters = new Map();

const findLayer = (url) => url.slice(SCHEME.length, url.indexOf("/", SCHEME.length));

/** Take over the filters of a style's tiles; requests with others are told that they have changed. */
export function setTileFilters({ sources }) {
  for (const { tiles } of Object.values(sources)) {
    if (!tiles) continue;
    const layer = findLayer(tiles[0]);
    const query = tiles[0].split("?")[1] ?? "";
    const former = filters.get(layer);
    if (former?.query === query) continue;
    filters.set(layer, { query, change: new AbortController() });
    former?.change.abort();
  }
}

/** Return {url, change} of a tile as the map wants it now; `change` is the signal that it wants it otherwise. */
export function applyFilters(url) {
  const filter = filters.get(findLayer(url));
  if (!filter) return { url, change: new AbortController().signal };
  const [path] = url.split("?");
  return { url: filter.query ? `${path}?${filter.query}` : path, change: filter.change.signal };
}
