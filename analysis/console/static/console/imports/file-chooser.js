/** Choosing a file: drop it, pick it, or take a template. */

import { saveFile } from "../components/download.js";
import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { checked, chooseFile, chooseSheet, sheet, sheets } from "./import-state.js";

/** Format bytes as "60 o", "160 ko" or "4,2 Mo". */
export function formatSize(bytes) {
  if (bytes < 1000) return `${number(bytes)}\u202f${t("octet")}`;
  const isSmall = bytes < 1_000_000;
  const value = isSmall ? number(bytes / 1000, 0) : number(bytes / 1_000_000, 1);
  return `${value}\u202f${isSmall ? "k" : "M"}${t("octet")}`;
}

/** Choose which sheet of a workbook is read, where there are several. */
export function SheetChooser() {
  if (sheets.value.length < 2) return null;
  return html`
    <div class="choix-import">
      <${SelectField}
        label=${t("import.feuille")} name="feuille" options=${sheets.value.map((name) => [name, name])}
        value=${sheet.value} onChange=${(event) => chooseSheet(event.target.value)} help=${t("import.feuille.texte")}
      />
    </div>
  `;
}

async function saveWorkbookTemplate() {
  const { blob, name } = await api.getFile("/import/menages/excel/template");
  saveFile(blob, name ?? "modele-menages.xlsx");
}

async function saveCsvTemplate() {
  const { headers, example, labels } = await api.get("/import/menages/template");
  // The columns of the workbook: the usual ones, which have an example, then all others.
  const others = Object.keys(labels).filter((name) => !headers.includes(name));
  const rows = [
    [...headers, ...others],
    [...example, ...others.map(() => "")],
  ];
  const text = `\ufeff${rows.map((row) => `${row.join(";")}\r\n`).join("")}`;
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), "modele-menages.csv");
}

function TemplateButton({ name, save }) {
  const run = async () => {
    try {
      await save();
    } catch (error) {
      checked.value = error;
    }
  };
  return html`<button type="button" class="lien" onClick=${run}>${name}</button>`;
}

function DropZone() {
  const isOver = useSignal(false);
  const over = (event) => {
    event.preventDefault();
    isOver.value = true;
  };
  const leave = () => {
    isOver.value = false;
  };
  const drop = (event) => {
    event.preventDefault();
    leave();
    chooseFile(event.dataTransfer.files);
  };
  return html`
    <div
      class=${isOver.value ? "depot survol" : "depot"}
      onDragEnter=${over} onDragOver=${over} onDragLeave=${leave} onDrop=${drop}
    >
      <${Icon} name="upload" />
      <p><strong>${t("import.deposer")}</strong></p>
      <p class="doux">${t("import.formats")}</p>
      <input
        type="file" id="fichier" accept=".csv,.xlsx,.xls" class="hors-vue"
        onChange=${(event) => chooseFile(event.target.files)}
      />
      <label for="fichier" class="bouton principal">${t("import.choisir")}</label>
    </div>
  `;
}

export const FileChooser = () => html`
  <${DropZone} />
  <p class="doux modeles">
    ${t("import.modeles")}${" "}<${TemplateButton} name="Excel" save=${saveWorkbookTemplate} />${" · "}
    <${TemplateButton} name="CSV" save=${saveCsvTemplate} />
  </p>
  <p>${t("import.modeles.requis")}</p>
  <p class="doux">${t("import.modeles.texte")}</p>
`;
