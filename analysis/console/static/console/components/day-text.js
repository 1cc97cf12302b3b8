/** Dates as people write them: day, month, year. Read in many ways, written in one.
 *
 * Kinds are those of the browser's own inputs, and so is what stands for a value: `2026-02-01`, `2026-02`,
 * `2026-02-01T14:05`.
 */

import { language } from "../i18n.js";

const [FIRST_YEAR, LAST_YEAR] = [1900, 2199];
// Years first, as machines write them; eight digits in a row, as a keyboard of digits offers.
const DAYS = [/^(?<d>\d\d?)\/(?<m>\d\d?)\/(?<y>\d{4}|\d\d)$/, /^(?<y>\d{4})\/(?<m>\d\d?)\/(?<d>\d\d?)$/];
DAYS.push(/^(?<d>\d\d)(?<m>\d\d)(?<y>\d{4})$/);
const MONTHS = [/^(?<m>\d\d?)\/(?<y>\d{4}|\d\d)$/, /^(?<y>\d{4})\/(?<m>\d\d?)$/, /^(?<m>\d\d)(?<y>\d{4})$/];
const HOUR = /[\sT,]+(?<h>\d\d?)\s*[:hH]\s*(?<i>\d\d)?$/;

const pad = (text, length = 2) => String(text).padStart(length, "0");

/** Return `y-m-d` of a text, or null where there is no such day. */
function findDay(text, patterns) {
  const parts = text.trim().replace(/\s*[-./\s]\s*/g, "/");
  const groups = patterns.map((pattern) => pattern.exec(parts)?.groups).find(Boolean);
  if (!groups) return null;
  const { d = "1", m, y } = groups;
  const year = y.length === 2 ? 2000 + Number(y) : Number(y);
  const day = new Date(Date.UTC(year, Number(m) - 1, Number(d)));
  const exists = day.getUTCMonth() === Number(m) - 1 && day.getUTCDate() === Number(d);
  return exists && year >= FIRST_YEAR && year <= LAST_YEAR ? `${year}-${pad(m)}-${pad(d)}` : null;
}

function findMoment(text) {
  const found = HOUR.exec(text);
  if (!found?.groups) return null;
  const { h, i = "00" } = found.groups;
  const day = findDay(text.slice(0, found.index), DAYS);
  return day && Number(h) < 24 && Number(i) < 60 ? `${day}T${pad(h)}:${i}` : null;
}

/** Return what a text means: a value of its kind, "" of an empty one, null where it is not a date. */
export function readDate(typed, kind) {
  const text = typed.trim();
  if (!text) return "";
  if (kind === "datetime-local") return findMoment(text);
  if (kind === "month") return findDay(text, MONTHS)?.slice(0, 7) ?? null;
  return findDay(text, DAYS);
}

/** Write a value as people do: `01/02/2026`, `02/2026`, `01/02/2026 14:05`. */
export function writeDate(value) {
  const [day, hour = ""] = String(value ?? "").split("T");
  return [day.split("-").reverse().join("/"), hour.slice(0, 5)].filter(Boolean).join(" ");
}

/** Say a month (`2026-11`, or a day of it) in words: "novembre 2026". */
export function spellMonth(value) {
  const [year, month] = value.split("-").map(Number);
  const format = new Intl.DateTimeFormat(language.value, { month: "long", year: "numeric" });
  return format.format(new Date(year, month - 1, 1));
}
