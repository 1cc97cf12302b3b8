/** Words, numbers and dates in French, Portuguese and English. Only the chosen language is stored between visits.
 *
 * A component that makes a text here is drawn again when the language changes.
 */

import { computed, signal } from "./preact.js";
import { readStatic } from "./server/api.js";
import { typeset } from "./typography.js";

export const LANGUAGES = { fr: "Français", pt: "Português", en: "English" };
const STORED = "tabanca.langue";
const catalogue = signal({ language: "fr", words: {}, plural: new Intl.PluralRules("fr") });

export const language = computed(() => catalogue.value.language);

/** Return the language stored last time, else the browser's, else French. */
export function findPreferredLanguage() {
  const stored = localStorage.getItem(STORED) ?? "";
  if (stored in LANGUAGES) return stored;
  return navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in LANGUAGES) ?? "fr";
}

/** Return where the words of a language lie: the page says it where they are bundled. */
function findWords(chosen) {
  const bundled = document.documentElement.dataset.words;
  return bundled ? JSON.parse(bundled)[chosen] : new URL(`./i18n/${chosen}.json`, import.meta.url);
}

export async function loadLanguage(chosen) {
  const read = await readStatic(findWords(chosen));
  const words = Object.fromEntries(Object.entries(read).map(([key, text]) => [key, typeset(text)]));
  const rules = chosen === "pt" ? "pt-PT" : chosen; // "0 agregados", where Brazil says "0 agregado"
  document.documentElement.lang = chosen;
  catalogue.value = { language: chosen, words, plural: new Intl.PluralRules(rules) };
}

export async function switchLanguage(chosen) {
  localStorage.setItem(STORED, chosen);
  await loadLanguage(chosen);
}

const format = (value) => (typeof value === "number" ? number(value) : (value ?? ""));

/**
 * Return the text of `key`; `{name}` is filled from `values`, with numbers grouped; `n` chooses key.one or key.other.
 * @param {string} key
 * @param {Record<string, any>} values
 */
export function t(key, values = {}) {
  const { words, plural } = catalogue.value;
  const count = plural.select(values.n ?? 0) === "one" ? "one" : "other";
  const form = typeof values.n === "number" ? words[`${key}.${count}`] : undefined;
  const text = form ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => format(values[name]));
}

/**
 * Return the label of a code of the API: the catalogue's, else the one that the API gives, else the code made readable.
 * @param {string} group
 * @param {any} value
 * @param {string | null} label
 */
export function code(group, value, label = null) {
  if (value === null || value === undefined || value === "") return t("inconnu");
  const known = catalogue.value.words[`${group}.${value}`] ?? label;
  return (
    known ??
    String(value)
      .replaceAll("_", " ")
      .replace(/^./, (first) => first.toUpperCase())
  );
}

const THIN = "\u202f";
const NO_BREAK = "\u00a0";
/** How the parts of a number are written in every language: thin spaces, and a minus that is no hyphen. */
const SIGNS = { group: THIN, minusSign: "\u2212" };

/** Format 1530 as "1 530" with a thin space in every language; the decimal mark is the language's. What rounds to zero
 * has no sign. */
export function number(value, digits = 0) {
  if (value === null || value === undefined || Number.isNaN(Number(value))) return "–";
  const fraction = { maximumFractionDigits: digits, minimumFractionDigits: digits };
  return new Intl.NumberFormat(language.value, { useGrouping: "always", signDisplay: "negative", ...fraction })
    .formatToParts(Number(value))
    .map((part) => SIGNS[part.type] ?? part.value)
    .join("");
}

/** Format a share of 0 to 1 as "27 %"; `least`: with so many decimals. */
export function percent(share, least = 0) {
  if (share === null || share === undefined) return "–";
  const points = share * 100;
  const digits = points > 0 && points < 1 ? 1 : least;
  const isTiny = points > 0 && points < 0.05; // "0,0 %" of one household would say that there is none
  const text = isTiny ? `<${NO_BREAK}${number(0.1, 1)}` : number(points, digits);
  return `${text}${language.value === "en" ? "" : THIN}%`;
}

/** Format metres as "850 m" or "2,4 km". */
export function distance(metres) {
  if (metres === null || metres === undefined) return "–";
  if (metres < 1000) return `${number(Math.round(metres / 10) * 10)}${THIN}m`;
  return `${number(metres / 1000, metres < 10000 && metres % 1000 ? 1 : 0)}${THIN}km`;
}

/** Format bytes as "0,4 Mo" or "12 Mo"; what is little is no nothing. */
export function formatBytes(bytes) {
  const mega = bytes > 0 ? Math.max(0.1, bytes / 1e6) : 0;
  return t("megaoctets", { nombre: number(mega, mega < 10 ? 1 : 0) });
}

/** Format a range of metres as "500 m – 1 km" or, in one unit, "7,5–10 km". */
export function distanceRange(from, to) {
  const isOneUnit = from >= 1000 === to >= 1000;
  return isOneUnit ? `${distance(from).split(THIN)[0]}–${distance(to)}` : `${distance(from)} – ${distance(to)}`;
}

/** Format a date as people say it: "hier", "il y a 3 jours", then "3 février 2025".
 *
 * A day without hour is that day in every time zone.
 */
export function date(text) {
  if (!text) return "–";
  const moment = readMoment(text);
  const days = Math.round((startOfDay(moment) - startOfDay(new Date())) / DAY);
  const isNear = Math.abs(days) < 7;
  if (isNear) return new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }).format(days, "day");
  return formatDay(moment);
}

/** The units of `ago`: up to how many days each is used, and its days.
 * @type {[number, Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  [60, "day", 1],
  [730, "month", 30.44],
  [Number.POSITIVE_INFINITY, "year", 365.25],
];

/** Format how long ago a day was, in days, months or years: "il y a 13 mois". */
export function ago(text) {
  const days = Math.round((startOfDay(new Date()) - startOfDay(readMoment(text))) / DAY);
  const [, unit, length] = SPANS.find(([most]) => days < most) ?? SPANS[2];
  const format = new Intl.RelativeTimeFormat(language.value, { numeric: "auto" });
  return format.format(-Math.floor(days / length), unit);
}

/** Format a moment of the last days with its hour: "hier, 14:05"; an earlier one as its date. */
export function moment(text) {
  if (!text) return "–";
  const then = new Date(text);
  const isOld = Math.abs(startOfDay(then) - startOfDay(new Date())) >= 7 * DAY;
  if (isOld) return date(text);
  const hour = new Intl.DateTimeFormat(language.value, { hour: "2-digit", minute: "2-digit" }).format(then);
  return `${date(text)}, ${hour}`;
}

/** Format a day and its hour in full, as on paper: "28 novembre 2026 à 14:05". */
export const formatPrinting = (then) =>
  spellFirst(new Intl.DateTimeFormat(language.value, { dateStyle: "long", timeStyle: "short" }).format(then));

/** Format a moment of a history, which is evidence: its day and hour in full, however long ago. */
export const stamp = (text) => (text ? formatPrinting(new Date(text)) : "–");

/** Format a date in full, where a word stands before it or it bounds a period: "du 3 février 2025 au 5 mars 2025". */
export const fullDate = (text) => (text ? formatDay(readMoment(text)) : "–");

/** Format a date of a column: "3 févr. 2025". */
export const shortDate = (text) => (text ? formatDay(readMoment(text), "medium") : "–");

/** Format a period as short as it can be said: "oct. – déc. 2026" of whole months, else with its days. */
export function period(from, to) {
  if (!from || !to) return "–";
  const [first, last] = [readMoment(from), readMoment(to)];
  const next = new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1);
  const areMonths = first.getDate() === 1 && next.getDate() === 1;
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = { month: "short", year: "numeric", ...(areMonths ? {} : { day: "numeric" }) };
  return new Intl.DateTimeFormat(language.value, parts).formatRange(first, last);
}

const readMoment = (text) => new Date(text.length === 10 ? `${text}T00:00` : text);
/** French says "1er novembre"; its formats do not. */
const spellFirst = (text) => (language.value === "fr" ? text.replace(/^1 /, "1er ") : text);
/** Format a moment as its day; `dateStyle`: "long" or "medium". */
export const formatDay = (moment, dateStyle = /** @type {"long" | "medium"} */ ("long")) =>
  spellFirst(new Intl.DateTimeFormat(language.value, { dateStyle }).format(moment));
const DAY = 86_400_000; // milliseconds
const startOfDay = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();

/** Format seconds as "environ 2 min". */
export function remaining(seconds) {
  if (!Number.isFinite(seconds)) return "";
  if (seconds < 60) return t("reste.secondes", { s: Math.max(1, Math.round(seconds)) });
  return t("reste.minutes", { m: Math.round(seconds / 60) });
}
