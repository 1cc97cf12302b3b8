/** The columns of a file: what each is taken for, its first values, and another choice. */

import { language, number, t } from "../i18n.js";
import { html, signal, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { mapColumn, refresh } from "./import-state.js";

/** What each field holds, in a few words, by the language. */
const labels = signal(/** @type {Record<string, Record<string, string>>} */ ({}));

/** Read the labels in the language of the page; without them the codes stand in until the next time. */
async function loadLabels() {
  const code = language.value;
  if (labels.value[code]) return;
  const template = await api.get("/import/menages/template").catch(() => null);
  if (template) labels.value = { ...labels.value, [code]: template.labels };
}

const listFields = () => Object.entries(labels.value[language.value] ?? {});
export const nameField = (field) => labels.value[language.value]?.[field] ?? field;

/** Read the labels while a component is shown, and again when the language changes. */
export function useLabels() {
  const code = language.value;
  useEffect(() => {
    loadLabels();
  }, [code]);
}

/** Choose the field of a column. 250 columns have 15,000 options: they are made when a list is first touched. */
function FieldChooser({ column: { entete, champ }, place }) {
  const isTouched = useSignal(false);
  const touch = () => {
    isTouched.value = true;
  };
  const chosen = champ ?? "";
  const none = t("import.colonne.aucune");
  /** @type {[string, string][]} */
  const all = isTouched.value ? [["", none], ...listFields()] : [[chosen, champ ? nameField(champ) : none]];
  const option = ([value, name]) => html`
    <option key=${value} value=${value} selected=${value === chosen}>${name}</option>
  `;
  return html`
    <select
      id="colonne-${place}" aria-label=${t("import.colonne.de", { titre: entete })}
      onFocus=${touch} onPointerDown=${touch} onChange=${(event) => mapColumn(entete, event.target.value || null)}
    >
      ${all.map(option)}
    </select>
  `;
}

const Column = ({ column, place }) => html`
  <li>
    <div>
      <strong>${column.entete}</strong>
      <span class="doux">${column.exemples.join(" · ") || t("import.colonne.vide")}</span>
    </div>
    <div class="champ"><${FieldChooser} column=${column} place=${place} /></div>
    <span class=${column.champ ? "insigne oui" : "insigne"}>${t(`import.origine.${column.origine ?? "aucune"}`)}</span>
  </li>
`;

const List = ({ columns }) => html`
  <ul class="colonnes-fichier">
    ${columns.map(({ column, place }) => html`<${Column} key=${place} column=${column} place=${place} />`)}
  </ul>
`;

/** Forget what is remembered for the titles of this file. */
async function forget(columns) {
  const titles = new Set(columns.map(({ entete }) => entete));
  const isOfFile = ({ correspondances }) => Object.keys(correspondances).every((title) => titles.has(title));
  try {
    const own = (await api.get("/import/menages/correspondances")).find(isOfFile);
    if (own) await api.send("DELETE", `/import/menages/correspondances/${own.id}`);
  } finally {
    refresh();
  }
}

function ForgetButton({ columns }) {
  const run = () => forget(columns).catch(() => null); // the check shows what is remembered still
  return html`<p><button type="button" class="lien" onClick=${run}>${t("import.oublier")}</button></p>`;
}

/** A fold that stays as the person left it when the file is checked again. */
const isOpen = signal(false);
const isRestOpen = signal(false);
const follow = (state) => (event) => {
  state.value = event.target.open;
};

const FOLD = "colonnes";

/** Open the columns that are left aside, and go to the first: their fields are chosen there. */
export function showColumns() {
  isOpen.value = isRestOpen.value = true;
  requestAnimationFrame(() => {
    const fold = document.getElementById(FOLD);
    fold?.scrollIntoView({ block: "start" });
    /** @type {HTMLElement | null | undefined} */ (fold?.querySelector(":scope > details select"))?.focus({
      preventScroll: true,
    });
  });
}

function Rest({ columns }) {
  if (!columns.length) return null;
  return html`
    <details open=${isRestOpen.value} onToggle=${follow(isRestOpen)}>
      <summary>${t("import.colonnes.reste", { n: columns.length, nombre: number(columns.length) })}</summary>
      <${List} columns=${columns} />
    </details>
  `;
}

export function Columns({ columns }) {
  useLabels();
  if (!columns?.length) return null;
  const placed = columns.map((column, place) => ({ column, place }));
  const taken = placed.filter(({ column }) => column.champ);
  const rest = placed.filter(({ column }) => !column.champ);
  const isRemembered = columns.some(({ origine }) => origine === "memoire");
  const summary = [t("import.colonnes.lues", { n: taken.length })];
  if (rest.length) summary.push(t("import.colonnes.laissees", { n: rest.length }));
  return html`
    <details class="feuille" id=${FOLD} open=${isOpen.value} onToggle=${follow(isOpen)}>
      <summary>${t("import.colonnes")}<span class="doux">${summary.join(" · ")}</span></summary>
      <p class="doux">${t("import.colonnes.texte")}</p>
      ${isRemembered && html`<${ForgetButton} columns=${columns} />`}
      <${List} columns=${taken} />
      <${Rest} columns=${rest} />
    </details>
  `;
}
