/** Pairs that share households: what may be one household, interviewed more than twice. */

import { number } from "../i18n.js";

const MOST = 99; // nothing but a visit is certain

/** Write a score as how many of a hundred pairs like this are one household: the one measure of the page. */
export const writeScore = ({ score }) => number(Math.min(Math.round(score), MOST));

/** Split the reasons of pairs that belong together: what all of them have, and what each has beside that. */
export function splitReasons(pairs) {
  const common = pairs[0].raisons.filter((one) => pairs.every(({ raisons }) => raisons.includes(one)));
  const own = pairs.map(({ raisons }) => raisons.filter((one) => !common.includes(one)));
  return { common, own };
}

/** Put pairs that have a household in common together; the groups stand in the order of their first pairs. */
export function groupPairs(pairs) {
  const groups = [];
  for (const pair of pairs) {
    const ids = [pair.menageA.id, pair.menageB.id];
    const [first, ...others] = groups.filter((group) => ids.some((id) => group.ids.has(id)));
    if (!first) {
      groups.push({ ids: new Set(ids), pairs: [pair] });
      continue;
    }
    for (const one of [{ ids, pairs: [pair] }, ...others]) {
      for (const id of one.ids) first.ids.add(id);
      first.pairs.push(...one.pairs);
    }
    for (const one of others) groups.splice(groups.indexOf(one), 1);
  }
  return groups.map((group) => ({ households: group.ids.size, pairs: group.pairs }));
}
