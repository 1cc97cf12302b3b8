/** Choosing a file: drop it, pick it, or take a template. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { save } from "./download.js";
import { field, select } from "./forms.js";
import { number, t } from "./i18n.js";

export const isSheet = (file) => /\.xlsx?$/i.test(file.name);

/** Bytes as "160 ko" or "4,2 Mo". */
export function size(bytes) {
  const [value, digits, unit] = bytes < 1_000_000 ? [Math.max(1, bytes / 1000), 0, "k"] : [bytes / 1_000_000, 1, "M"];
  return `${number(value, digits)}\u202f${unit}${t("octet")}`;
}

/** Which sheet of a workbook is read, where there are several; `choose(name)` takes another one. */
export function sheetChooser(names, read, choose) {
  if (names.length < 2) return null;
  return h("div", { class: "choix-import" }, field(t("import.feuille"),
    select("feuille", names.map((name) => [name, name]), read, { onchange: (event) => choose(event.target.value) }), { help: t("import.feuille.texte") }));
}

async function template(kind) {
  if (kind === "excel") {
    const { blob, name } = await api.file("/import/menages/excel/template");
    return save(blob, name ?? "modele-menages.xlsx");
  }
  const { headers, example } = await api.get("/import/menages/template");
  const text = `\ufeff${headers.join(";")}\r\n${example.join(";")}\r\n`;
  return save(new Blob([text], { type: "text/csv;charset=utf-8" }), "modele-menages.csv");
}

/** The drop zone and the templates. `choose(files)` takes what was chosen, `fail(error)` a template that did not come. */
export function chooser(choose, fail) {
  const input = h("input", { type: "file", id: "fichier", accept: ".csv,.xlsx,.xls", class: "hors-vue", onchange: (event) => choose(event.target.files) });
  const zone = h("div", { class: "depot" }, icon("upload"),
    h("p", {}, h("strong", {}, t("import.deposer"))), h("p", { class: "doux" }, t("import.formats")), input,
    h("label", { for: "fichier", class: "bouton principal" }, t("import.choisir")));
  for (const name of ["dragenter", "dragover"]) zone.addEventListener(name, (event) => (event.preventDefault(), zone.classList.add("survol")));
  for (const name of ["dragleave", "drop"]) zone.addEventListener(name, () => zone.classList.remove("survol"));
  zone.addEventListener("drop", (event) => (event.preventDefault(), choose(event.dataTransfer.files)));
  const link = (kind, name) => h("button", { type: "button", class: "lien", onclick: () => template(kind).catch(fail) }, name);
  return [zone, h("p", { class: "doux modeles" }, t("import.modeles"), " ", link("excel", "Excel"), " · ", link("csv", "CSV"))];
}
