/** Swapping the tiles of the map's sources. The library forgets that it was to ask for new ones where a change of style
 * reloads the same source meanwhile: the one waits for the other. */

import { setTileFilters } from "./tile-filters.js";

/** The sources whose new tiles are not asked for yet. @type {Set<string>} */
const swapping = new Set();
/** What waits until they are. @type {Set<() => void>} */
const waiting = new Set();

/** Run what changes style or tiles, at once or after the swap under way; what is asked for several times runs once. */
export function runApart(action) {
  if (swapping.size) waiting.add(action);
  else action();
}

function runWaiting() {
  const actions = [...waiting];
  waiting.clear();
  actions.forEach(runApart);
}

/** List the sources of a style with their tiles on the map, [id, tiles, source] each; one just added has none yet. */
export function listTiled(map, { sources }) {
  const found = Object.keys(sources).map((id) => [id, map.getSource(id)]);
  return found.filter(([, source]) => source?.tiles).map(([id, source]) => [id, source.tiles, source]);
}

/** List those whose tiles are others in the style: [id, the tiles of the style, source] each. */
function listOtherTiles(map, style) {
  const found = listTiled(map, style).map(([id, tiles, source]) => [id, style.sources[id].tiles, source, tiles]);
  return found.filter(([, wanted, , tiles]) => String(wanted) !== String(tiles));
}

/** Return the style with the tiles that the map has: a changed source would be taken off and come back empty. */
function holdTiles(style, others) {
  const held = others.map(([id, , { tiles }]) => [id, { ...style.sources[id], tiles }]);
  return { ...style, sources: { ...style.sources, ...Object.fromEntries(held) } };
}

/** Ask for the tiles of sources, [id, tiles, source] each, once the present style is drawn. */
export function swapTiles(map, sources) {
  if (!sources.length) return;
  for (const [id] of sources) swapping.add(id);
  const settle = ({ sourceId, sourceDataType, sourceDataChanged }) => {
    if (sourceDataType !== "content" || !sourceDataChanged || !swapping.delete(sourceId) || swapping.size) return;
    map.off("sourcedata", settle);
    runWaiting();
  };
  map.on("sourcedata", settle);
  map.once("render", () => {
    for (const [, tiles, source] of sources) source.setTiles(tiles);
  });
  map.triggerRepaint();
}

/** Draw a style; the tiles of a changed filter are swapped in place. */
export function drawStyle(map, style) {
  const others = listOtherTiles(map, style);
  setTileFilters(style);
  map.setStyle(holdTiles(style, others), { diff: true });
  swapTiles(map, others);
}
