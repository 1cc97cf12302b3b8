/** The button that prepares secteurs for the field, how far that is, and what is prepared, until when. */

import { Done, Failure, Progress } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { formatBytes, number, remaining, t } from "../i18n.js";
import { html } from "../preact.js";
import * as places from "../server/places.js";
import { view } from "../state/view.js";
import { ORDERS } from "./field.js";
import { FIELD } from "./held-paths.js";
import { isOffline } from "./offline-line.js";
import {
  describePrepared,
  failure,
  findInterrupted,
  finished,
  listWaiting,
  prepare,
  remove,
  resumePreparation,
  running,
} from "./preparation.js";
import { countRoom, prepared } from "./prepared.js";
import { listPrepared, PreparedLine } from "./prepared-line.js";
import { findSeal } from "./seal.js";

const nameSector = ({ nom, region, totalMenages }) =>
  `${nom} (${region}) · ${number(totalMenages)} ${t("menages", { n: totalMenages })}`;

/** Ask for a secteur; resolves with {sector, order, days}, or null. */
const askSector = (sectors) =>
  ask({
    title: t("terrain"),
    text: t("terrain.texte"),
    label: t("terrain.preparer"),
    parts: html`
      <${SelectField}
        label=${t("secteur")} name="secteur" value=${view.peek().secteur}
        help=${t("terrain.place", { n: number(countRoom()), total: number(FIELD.households) })}
        options=${sectors.map((sector) => [sector.id, nameSector(sector)])}
      />
      <${SelectField}
        label=${t("terrain.jours")} name="jours" value=${prepared.peek()[0]?.days ?? 1} help=${t("terrain.jours.aide")}
        options=${FIELD.days.map((days) => [days, t("terrain.jours.n", { n: days })])}
      />
      <${SelectField}
        label=${t("terrain.ordre")} name="ordre"
        options=${Object.keys(ORDERS).map((order) => [order, t(`terrain.ordre.${order}`)])}
      />
    `,
    send: async (form) => {
      const { id, nom, region } = sectors.find((one) => one.id === form.secteur.value);
      return { sector: { id, nom, region }, order: form.ordre.value, days: Number(form.jours.value) };
    },
  });

async function choose() {
  const wanted = await askSector(await places.listSectors());
  if (!wanted) return;
  document.getElementById("terrain")?.scrollIntoView({ block: "center" });
  prepare(wanted);
}

/** Say how far the reading is: first the households, then the parts of the map. */
function describeReading({ households, before, done, all }) {
  if (!all) return "";
  const read = Math.max(0, done - before);
  const isMap = read >= households;
  const [count, total] = isMap ? [read - households, all - before - households] : [read, households];
  return t(isMap ? "terrain.compte.carte" : "terrain.compte", { fait: number(count), total: number(total) });
}

/** Say how far the preparation is. */
function Running({ sector, households, before, done, all, since }) {
  const left = done ? remaining((((Date.now() - since) / done) * (all - done)) / 1000) : "";
  const count = describeReading({ households, before, done, all });
  const waiting = listWaiting().map((one) => one.sector.nom);
  return html`
    <${Progress}
      share=${all ? done / all : null} label=${t("terrain.lit", { nom: sector.nom })}
      detail=${[count, left].filter(Boolean).join(" · ")}
    />
    ${waiting.length > 0 && html`<p class="petit">${t("terrain.ensuite", { noms: waiting.join(", ") })}</p>`}
    <p class="doux petit">${t("terrain.continuer")}</p>
  `;
}

/** Say that a preparation was interrupted, with the way to go on. */
const Interrupted = ({ sector }) => html`
  <div class="note" role="status" id="terrain-interrompu">
    <p>${t("terrain.interrompu", { nom: sector.nom })}${isOffline.value && ` ${t("terrain.reprise")}`}</p>
    <button type="button" class="bouton" disabled=${isOffline.value} onClick=${resumePreparation}>
      ${t("terrain.reprendre")}
    </button>
  </div>
`;

const askRemove = (record) =>
  ask({
    title: t("terrain.retirer"),
    text: t("terrain.retirer.texte", { nom: record.sector.nom }),
    label: t("terrain.retirer"),
    send: () => remove(record),
  });

/** Show what is prepared, what is done with each, and how much it is in all. */
function PreparedList() {
  const records = listPrepared();
  const sum = (name) => records.reduce((total, record) => total + record[name], 0);
  const line = (record) => html`
    <${PreparedLine} key=${record.sector.id} record=${record}>
      <button type="button" class="lien" disabled=${isOffline.value} onClick=${() => prepare(record)}>
        ${t("terrain.actualiser")}
      </button>
      <button type="button" class="lien" onClick=${() => askRemove(record)}>${t("terrain.retirer")}</button>
    <//>
  `;
  const all = { n: records.length, nombre: number(sum("households")), taille: formatBytes(sum("size")) };
  return html`
    ${records.map(line)}
    ${records.length > 1 && html`<p class="petit doux" id="terrain-somme">${t("terrain.somme", all)}</p>`}
  `;
}

export function FieldButton() {
  if (!findSeal()) return null; // this device keeps nothing
  const interrupted = findInterrupted();
  return html`
    <section class="paquet terrain">
      <button
        type="button" class="bouton large" id="terrain" onClick=${choose} disabled=${isOffline.value}
        title=${isOffline.value ? t("terrain.enligne") : null}
      >
        <${Icon} name="download" />${t("terrain")}
      </button>
      ${running.value && html`<${Running} ...${running.value} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      ${interrupted && html`<${Interrupted} ...${interrupted} />`}
      ${finished.value && html`<${Done} text=${describePrepared(finished.value)} />`}
      <${PreparedList} />
    </section>
  `;
}
