/** What was entered, field by field; where somebody else changed the household meanwhile, beside what holds now. */

import { code, t } from "../i18n.js";
import { html, signal, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import * as places from "../server/places.js";

/** Flatten a body to [name, value, part] of what was filled in. */
function listFields(body, path = "") {
  return Object.entries(body).flatMap(([name, value]) => {
    if (value && typeof value === "object") return listFields(value, name);
    return value === null && !path ? [] : [[name, value, path]];
  });
}

/** The names of regions, secteurs and villages by id, as far as this device has them. */
const areaNames = signal(/** @type {Record<string, string>} */ ({}));

export async function readAreas() {
  const lists = await Promise.allSettled([places.listRegions(), places.listSectors(), places.listVillages()]);
  const areas = lists.flatMap((list) => (list.status === "fulfilled" ? list.value : []));
  areaNames.value = Object.fromEntries(areas.map(({ id, nom }) => [id, nom]));
}

/** Other ids say nothing to people: what they stand for is seen in the form. */
const isId = (value) => /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(String(value));

/** Fields whose values are codes: the group of their labels. */
const CODES = { categorie: "plaintecategorie", priorite: "priorite", sexe: "sexe", milieu: "milieu" };

const describeValue = (name, value) =>
  name in CODES && value !== null ? code(CODES[name], value) : (areaNames.value[value] ?? value ?? "–");

/** Name a field as its form does. */
function nameField(sent) {
  const name = sent.replace(/Id$/, "");
  if (name === "categorie") return t("categorie.plainte");
  for (const key of [`menage.champ.${name}`, `champ.${name}`, `menage.${name}`, `plaintes.${name}`, name]) {
    const found = t(key);
    if (found !== key) return found;
  }
  return code("", name);
}

/** List what says something to people. */
const listReadable = (body) => listFields(body).filter(([, value]) => areaNames.value[value] || !isId(value));

export function Entered({ body }) {
  const fact = (field) => html`
    <div key=${field[0]}><dt>${nameField(field[0])}</dt><dd>${String(describeValue(field[0], field[1]))}</dd></div>
  `;
  return html`<dl class="faits">${listReadable(body).map(fact)}</dl>`;
}

/** Return what a household has now in a field of an entry: of an area its id. */
function findNow(household, name, part) {
  const value = (part ? household[part] : household)?.[name] ?? null;
  return value?.id ?? value;
}

/** Show each field that was entered beside what the registry has now; what is alike in both is no conflict. */
export function Conflict({ path, body }) {
  const now = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    api
      .get(path)
      .catch(asValue)
      .then((found) => {
        now.value = found;
      });
  }, []);
  if (!now.value?.id) return html`<${Entered} body=${body} />`;
  const row = ([name, value, part]) => {
    const [mine, theirs] = [value, findNow(now.value, name, part)].map((one) => String(describeValue(name, one)));
    return html`
      <tr key=${name} data-differe=${mine === theirs ? null : ""}>
        <th scope="row">${nameField(name)}</th><td>${theirs}</td><td>${mine}</td>
      </tr>
    `;
  };
  return html`
    <table class="conflit">
      <thead>
        <tr>
          <th scope="col">${t("attente.champ")}</th>
          <th scope="col">${t("attente.registre")}</th>
          <th scope="col">${t("attente.mienne")}</th>
        </tr>
      </thead>
      <tbody>${listReadable(body).map(row)}</tbody>
    </table>
  `;
}
