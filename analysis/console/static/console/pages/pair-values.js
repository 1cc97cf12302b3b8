/** Values of a pair as the card writes them: positions, and numbers that are read out in groups. */

import { groupDigits } from "../components/telephone.js";
import { number } from "../i18n.js";

/** Write "12.542846, -15.2" as the language does. */
function writePosition(text) {
  const places = text.match(/-?\d+(\.\d+)?/g) ?? [];
  return places.length === 2 ? places.map((one) => number(Number(one), 5)).join(" ; ") : text;
}

const WRITERS = { position: writePosition, telephone: groupDigits, numeroMobileMoney: groupDigits };

/** Tell whether a field holds one of them. */
export const isPlain = (field) => field in WRITERS;

export const writePlain = (field, value) => WRITERS[field](String(value));
