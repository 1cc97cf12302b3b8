/** The second try, where a text has found nothing: names that are a slip of the pen away. */

import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { describePlace, readHouseholds } from "./find.js";
import { fold } from "./matches.js";

const SHORTEST = 4; // letters: of shorter names everything is one slip away
const LONG = 8; // letters, from which two slips are forgiven
const EACH = 5;

/** Count the letters that are wrong, missing, too many or exchanged with their neighbour. */
export function countSlips(one, other) {
  const rows = Array.from({ length: one.length + 1 }, (_, at) => [at]);
  for (let at = 0; at <= other.length; at++) rows[0][at] = at;
  for (let i = 1; i <= one.length; i++) {
    for (let j = 1; j <= other.length; j++) {
      const change = rows[i - 1][j - 1] + Number(one[i - 1] !== other[j - 1]);
      rows[i][j] = Math.min(change, rows[i - 1][j] + 1, rows[i][j - 1] + 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (isExchanged) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[one.length][other.length];
}

/** Find villages whose name is written almost like the text. */
async function findVillages(text) {
  const wanted = fold(text);
  const most = wanted.length < LONG ? 1 : 2;
  return (await places.listVillages())
    .filter(({ nom }) => Math.abs(nom.length - wanted.length) <= most && countSlips(fold(nom), wanted) <= most)
    .slice(0, EACH)
    .map(describePlace);
}

/** Find households and villages with almost this name: {title, note, open} each. */
export async function findAlike(text, signal) {
  if (text.length < SHORTEST || /\d/.test(text)) return [];
  const isReader = may("registre.lire");
  const [villages, households] = await Promise.all([
    findVillages(text),
    isReader ? readHouseholds({ proche: text, limit: EACH }, signal) : { results: [] },
  ]);
  return [...villages, ...households.results];
}
