/** Where the words of a search stand in what was found: shown, so that nobody wonders why it was found. */

import { html } from "../preact.js";

/** Return a text in small letters without accents; a letter stays one letter. */
export const fold = (text) =>
  [...text]
    .map((letter) => letter.normalize("NFD").replace(/\p{Diacritic}/gu, "")[0] ?? letter)
    .join("")
    .toLowerCase();

const listWords = (text) => fold(text).split(/\s+/).filter(Boolean);

/** Tell whether each word of `text` begins a word of `name`. */
export const startsWords = (name, text) => {
  const words = listWords(name);
  return listWords(text).every((wanted) => words.some((word) => word.startsWith(wanted)));
};

/** Return where a word stands in a text: where a word of it begins so, else anywhere; -1 for nowhere. */
function findWord(folded, word) {
  const beginning = ` ${folded}`.indexOf(` ${word}`);
  return beginning >= 0 ? beginning : folded.indexOf(word);
}

/** List [from, to] of each word of `wanted` in `text`, in order and apart from one another. */
function findMatches(text, wanted) {
  const folded = fold(text);
  const found = listWords(wanted)
    .map((word) => [findWord(folded, word), word.length])
    .filter(([from]) => from >= 0)
    .map(([from, length]) => [from, from + length])
    .sort(([one], [other]) => one - other);
  return found.filter(([from], place) => place === 0 || from >= found[place - 1][1]);
}

/** Show a text with the words of `wanted` marked. */
export function Marked({ text, wanted }) {
  /** @type {any[]} */
  const parts = [];
  let end = 0;
  for (const [from, to] of findMatches(text, wanted)) {
    parts.push(text.slice(end, from), html`<mark>${text.slice(from, to)}</mark>`);
    end = to;
  }
  return html`${[...parts, text.slice(end)]}`;
}
