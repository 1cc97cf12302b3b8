/** Words, numbers and dates in French, Portuguese and English. Only the chosen language is kept between visits. */

import { readStatic } from "./api.js";

export const LANGUAGES = { fr: "Français", pt: "Português", en: "English" };
const KEPT = "tabanca.langue";
const listeners = new Set();
let words = {};
let plural = new Intl.PluralRules("fr");
let language = "fr";

export const lang = () => language;
export const onLanguage = (listener) => listeners.add(listener);

/** The language kept from last time, else the browser's, else French. */
export function preferred() {
  const kept = localStorage.getItem(KEPT);
  if (kept in LANGUAGES) return kept;
  return navigator.languages.map((code) => code.slice(0, 2)).find((code) => code in LANGUAGES) ?? "fr";
}

export async function useLanguage(code) {
  words = await readStatic(new URL(`./i18n/${code}.json`, import.meta.url));
  language = code;
  plural = new Intl.PluralRules(code === "pt" ? "pt-PT" : code); // "0 agregados", where Brazil says "0 agregado"
  document.documentElement.lang = code;
  for (const listener of listeners) listener();
}

export async function switchLanguage(code) {
  localStorage.setItem(KEPT, code);
  await useLanguage(code);
}

/** The text of `key`; `{name}` is filled from `values`, numbers are grouped; `n` chooses key.one or key.other. */
export function t(key, values = {}) {
  const form = typeof values.n === "number" ? words[`${key}.${plural.select(values.n) === "one" ? "one" : "other"}`] : undefined;
  const text = form ?? words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : values[name] ?? ""));
}

/** The label of a code of the API: the catalogue's, else the one that the API gives, else the code itself made readable. */
export function code(group, value, label = null) {
  if (value === null || value === undefined || value === "") return t("inconnu");
  return words[`${group}.${value}`] ?? label ?? String(value).replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}

const THIN = "\u202f";

/** 1530 as "1 530" with a thin space in every language; the decimal mark is the language's. */
export function number(value, digits = 0) {
  if (value === null || value === undefined || Number.isNaN(Number(value))) return "–";
  return new Intl.NumberFormat(language, { useGrouping: "always", maximumFractionDigits: digits, minimumFractionDigits: digits })
    .formatToParts(Number(value))
    .map((part) => (part.type === "group" ? THIN : part.value))
    .join("");
}

/** A share of 0 to 1 as "27 %". */
export function percent(share) {
  if (share === null || share === undefined) return "–";
  const points = share * 100;
  const digits = points > 0 && points < 1 ? 1 : 0;
  return `${number(points, digits)}${language === "en" ? "" : THIN}%`;
}

/** Metres as "850 m" or "2,4 km". */
export function distance(metres) {
  if (metres === null || metres === undefined) return "–";
  if (metres < 1000) return `${number(Math.round(metres / 10) * 10)}${THIN}m`;
  return `${number(metres / 1000, metres < 10000 && metres % 1000 ? 1 : 0)}${THIN}km`;
}

/** A date as people say it: "hier", "il y a 3 jours", then "3 février 2025". A day without hour is that day everywhere. */
export function date(text) {
  if (!text) return "–";
  const moment = new Date(text.length === 10 ? `${text}T00:00` : text);
  const days = Math.round((startOfDay(moment) - startOfDay(new Date())) / 86_400_000);
  if (Math.abs(days) < 7) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(days, "day");
  return new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(moment);
}

const startOfDay = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** Seconds as "environ 2 min". */
export function remaining(seconds) {
  if (!Number.isFinite(seconds)) return "";
  return seconds < 60 ? t("reste.secondes", { s: Math.max(1, Math.round(seconds)) }) : t("reste.minutes", { m: Math.round(seconds / 60) });
}
