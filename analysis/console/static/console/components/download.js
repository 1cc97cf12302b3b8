/** Downloads: a file of the API, a table as CSV. */

import { language } from "../i18n.js";

/** Hand a blob to the browser as a file. */
export function saveFile(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Make the name of a file, without its ending, of words: in small letters without accents, between dashes. */
export const nameFile = (...words) =>
  words
    .filter(Boolean)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** Round a number for a sheet; what is no number stays. */
export const roundCell = (value, digits = 4) => (typeof value === "number" ? Number(value.toFixed(digits)) : value);
/** Return a cell of a column whose numbers all have as many decimals; what is no number stays. */
export const fixCell = (value, digits) => (typeof value === "number" ? { value, digits } : value);
/** Return a share of 0 to 1 for a column in percent. */
export const toPercent = (share) => (typeof share === "number" ? fixCell(share * 100, 2) : share);

/** Quote a cell, also one of `fixCell`; a text that a spreadsheet would run as a formula gets an apostrophe, a phone
 * number does not. */
function quoteCell(value) {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value.digits === "number") {
    const written = typeof value === "number" ? String(value) : value.value.toFixed(value.digits);
    // Beside semicolons, French and Portuguese spreadsheets read a decimal point as text.
    return `"${language.value === "en" ? written : written.replace(".", ",")}"`;
  }
  const text = String(value);
  const formula = typeof value === "string" && /^[=@\t\r]|^[+-](?!\d+$)/.test(text);
  return `"${(formula ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Save rows (lists) as a CSV file that French and Portuguese spreadsheets open: semicolons and a byte-order mark. */
export function saveCsv(header, rows, name) {
  const text = [header, ...rows].map((row) => row.map(quoteCell).join(";")).join("\r\n");
  saveFile(new Blob(["\ufeff", text, "\r\n"], { type: "text/csv;charset=utf-8" }), name);
}
