/** The page of what was entered without a connection: what waits, what was refused and why, and what becomes of it. */

import { describeRefusal, Failure } from "../components/feedback.js";
import { ask } from "../components/forms.js";
import { code, moment, t } from "../i18n.js";
import { html, signal, useEffect, useSignal } from "../preact.js";
import * as places from "../server/places.js";
import { drop, dropAll, entries, flush, sendAgain, unreadable } from "./outbox.js";
import { resumeHousehold } from "./resume.js";
import { SentList } from "./sent-list.js";

/** Flatten a body to [path, value] pairs of what was filled in. */
function listFields(body, path = "") {
  return Object.entries(body).flatMap(([name, value]) => {
    if (value && typeof value === "object") return listFields(value, name);
    return value === null && !path ? [] : [[name, value]];
  });
}

/** The names of regions, secteurs and villages by id, as far as this device has them. */
const areaNames = signal(/** @type {Record<string, string>} */ ({}));

async function readAreas() {
  const lists = await Promise.allSettled([places.listRegions(), places.listSectors(), places.listVillages()]);
  const areas = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  areaNames.value = Object.fromEntries(areas.map(({ id, nom }) => [id, nom]));
}

/** Other ids say nothing to people: what they stand for is seen in the form. */
const isId = (value) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value));

/** Fields whose values are codes: the group of their labels. */
const CODES = { categorie: "plaintecategorie", priorite: "priorite", sexe: "sexe", milieu: "milieu" };

const describeValue = ([name, value]) =>
  name in CODES && value !== null ? code(CODES[name], value) : (areaNames.value[value] ?? value ?? "–");

/** Name a field as its form does. */
function nameField(sent) {
  const name = sent.replace(/Id$/, "");
  if (name === "categorie") return t("categorie.plainte");
  for (const key of [`menage.champ.${name}`, `champ.${name}`, `plaintes.${name}`, name]) {
    const found = t(key);
    if (found !== key) return found;
  }
  return code("", name);
}

function Entered({ body }) {
  const fields = listFields(body).filter(([, value]) => areaNames.value[value] || !isId(value));
  const fact = (field) => html`
    <div key=${field[0]}><dt>${nameField(field[0])}</dt><dd>${String(describeValue(field))}</dd></div>
  `;
  return html`<dl class="faits">${fields.map(fact)}</dl>`;
}

/** Return whether somebody else changed meanwhile what an entry changes. */
const isConflict = ({ method, failure }) => method === "PUT" && [409, 412].includes(failure.status);

/** Say why an entry was not taken, in the service's words where it gave any. */
function describeFailure(entry) {
  if (entry.failure.status === 0) return t("attente.incertain");
  if (isConflict(entry)) return t("attente.conflit");
  return describeRefusal(entry.failure) || t("erreur.refused.texte");
}

/** Have what was entered taken up again in its form; the old entry goes once the new one is taken. */
async function resume(entry) {
  if (entry.kind !== "plainte") {
    resumeHousehold(entry);
    return;
  }
  const { askComplaint } = await import("../complaints/new-complaint.js");
  if (await askComplaint(entry.body)) await drop(entry.id);
}

const askDrop = (entry) =>
  ask({
    title: t("attente.supprimer"),
    text: t("attente.supprimer.texte", { nom: entry.name }),
    label: t("attente.supprimer"),
    send: () => drop(entry.id),
  });

function Entry({ entry, attempt }) {
  const { failure } = entry;
  const button = (name, work) => html`
    <button type="button" class="bouton" onClick=${() => attempt(work)}>${t(`attente.${name}`)}</button>
  `;
  return html`
    <li class="feuille">
      <h2>${t(`attente.${entry.kind}`, { nom: entry.name })}</h2>
      <p class="petit doux">${t("attente.saisie", { quand: moment(new Date(entry.at).toISOString()) })}</p>
      ${failure && html`<p class="faute" role="alert">${describeFailure(entry)}</p>`}
      <${Entered} body=${entry.body} />
      <div class="actions">
        ${failure && button("reprendre", () => resume(entry))}
        ${failure && !isConflict(entry) && button("renvoyer", () => sendAgain(entry))}
        ${button("supprimer", () => askDrop(entry))}
      </div>
    </li>
  `;
}

const askDropAll = () =>
  ask({
    title: t("attente.supprimer"),
    text: t("attente.illisibles.texte"),
    label: t("attente.supprimer"),
    send: dropAll,
  });

export function Page() {
  useEffect(() => {
    readAreas();
  }, []);
  const failure = useSignal(/** @type {any} */ (null));
  const attempt = async (work) => {
    failure.value = null;
    try {
      await work();
    } catch (error) {
      failure.value = error;
    }
  };
  const rows = entries.value;
  const lost = () => html`
    <div class="note">
      <p>${t("attente.illisibles", { n: unreadable.value })}</p>
      <button type="button" class="bouton" onClick=${() => attempt(askDropAll)}>${t("attente.supprimer")}</button>
    </div>
  `;
  return html`
    <div class="pile">
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      ${unreadable.value > 0 && lost()}
      ${!rows.length && !unreadable.value && html`<p class="dit">${t("attente.rien")}</p>`}
      <${SentList} />
      ${
        rows.some((entry) => !entry.failure) &&
        html`<div class="actions">
          <button type="button" class="bouton principal" onClick=${() => attempt(flush)}>
            ${t("attente.envoyer")}
          </button>
        </div>`
      }
      <ul class="pile saisies">
        ${rows.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} attempt=${attempt} />`)}
      </ul>
    </div>
  `;
}
