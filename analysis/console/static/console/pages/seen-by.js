/** What a person or a role sees: menus, numbers of rows, fields. Nothing is done for them, and looking is recorded. */

import { Loaded } from "../components/feedback.js";
import { code, number, t } from "../i18n.js";
import { html, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";
import { listPagesOf } from "../state/page-list.js";

const MAP = ["registre.lire", "geo.lire"];

/** List the names of the pages that somebody with these permissions is offered. */
function nameMenus(permissions) {
  const holds = (key) => permissions.includes(key);
  const menu = listPagesOf(holds).filter((page) => !page.isApart);
  const pages = menu.map(({ id }) => t(`page.${id}`));
  return MAP.some(holds) ? [t("page.carte"), ...pages] : pages;
}

function describeRows(line) {
  if (!line.ouvert) return t("apercu.ferme");
  if (line.nombre === null) return t("apercu.tu");
  return line.estMinimum ? t("apercu.plus", { nombre: number(line.nombre) }) : number(line.nombre);
}

function describeRegions(seen) {
  if (seen.toutLePays) return t("apercu.pays");
  return seen.regions.map((region) => region.nom).join(", ") || t("apercu.nulle");
}

const Fact = ({ name, value }) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const Seen = ({ seen }) => {
  const hidden = new Set(seen.champs.filter((field) => !field.visible).map(({ champ }) => code("apercu.champ", champ)));
  const rows = (line) => html`<${Fact} key=${line.nature} name=${line.libelle} value=${describeRows(line)} />`;
  return html`
    <dl class="faits">
      <${Fact} name=${t("apercu.regions")} value=${describeRegions(seen)} />
      <${Fact} name=${t("apercu.menus")} value=${nameMenus(seen.permissions).join(", ") || t("apercu.rien")} />
      ${seen.lignes.map(rows)}
      <${Fact} name=${t("apercu.masques")} value=${[...hidden].join(", ") || t("apercu.aucun")} />
    </dl>
  `;
};

/** Show a fold that is read when opened. `path`: of the API; with `isRole` in all regions that the caller sees. */
export function SeenBy({ path, isRole = false }) {
  const loader = useMemo(createLoader, []);
  const read = async (signal) => {
    const regions = isRole ? (await places.listRegions()).map((region) => region.id).join(",") : null;
    return api.get(path, { regions }, signal);
  };
  const open = (event) => event.target.open && loader.load(read);
  return html`
    <details class="feuille" id="apercu" onToggle=${open}>
      <summary>${t("apercu.titre")}</summary>
      <p class="doux petit">${t("apercu.texte")}</p>
      <${Loaded} from=${loader} lines=${5}>${(seen) => html`<${Seen} seen=${seen} />`}<//>
    </details>
  `;
}
