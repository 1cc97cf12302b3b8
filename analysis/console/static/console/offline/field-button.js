/** The button that prepares a secteur for the field, how far that is, and the way to what is prepared. */

import { Done, Failure, Progress } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { number, remaining, t } from "../i18n.js";
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
  prepare,
  resumePreparation,
  running,
} from "./preparation.js";
import { PreparedLines } from "./prepared-line.js";
import { findSeal } from "./seal.js";

const nameSector = ({ nom, region, totalMenages }) =>
  `${nom} (${region}) · ${number(totalMenages)} ${t("menages", { n: totalMenages })}`;

/** Ask for a secteur; resolves with {sector, order}, or null. */
const askSector = (sectors) =>
  ask({
    title: t("terrain"),
    text: t("terrain.texte"),
    label: t("terrain.preparer"),
    parts: html`
      <${SelectField}
        label=${t("secteur")} name="secteur" value=${view.peek().secteur}
        options=${sectors.map((sector) => [sector.id, nameSector(sector)])}
      />
      <${SelectField}
        label=${t("terrain.ordre")} name="ordre" help=${t("terrain.ordre.aide", { n: number(FIELD.households) })}
        options=${Object.keys(ORDERS).map((order) => [order, t(`terrain.ordre.${order}`)])}
      />
    `,
    send: async (form) => {
      const { id, nom, region } = sectors.find((one) => one.id === form.secteur.value);
      return { sector: { id, nom, region }, order: form.ordre.value };
    },
  });

async function choose() {
  const wanted = await askSector(await places.listSectors());
  if (!wanted) return;
  document.getElementById("terrain")?.scrollIntoView({ block: "center" });
  prepare({ ...wanted, began: Date.now() });
}

/** Say how far the preparation is, in households and tiles of the map. */
function Running({ sector, done, all, since }) {
  const left = done ? remaining((((Date.now() - since) / done) * (all - done)) / 1000) : "";
  const count = all ? t("terrain.compte", { fait: number(done), total: number(all) }) : "";
  return html`
    <${Progress}
      share=${all ? done / all : null} label=${t("terrain.lit", { nom: sector.nom })}
      detail=${[count, left].filter(Boolean).join(" · ")}
    />
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

export function FieldButton() {
  if (!findSeal()) return null; // this device keeps nothing
  const isBusy = running.value !== null;
  const interrupted = findInterrupted();
  return html`
    <section class="paquet terrain">
      <button
        type="button" class="bouton large" id="terrain" onClick=${choose} disabled=${isBusy || isOffline.value}
        title=${isOffline.value ? t("terrain.enligne") : null}
      >
        <${Icon} name="download" />${t("terrain")}
      </button>
      ${isBusy && html`<${Running} ...${running.value} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      ${interrupted && html`<${Interrupted} ...${interrupted} />`}
      ${finished.value ? html`<${Done} text=${describePrepared(finished.value)} />` : html`<${PreparedLines} />`}
    </section>
  `;
}
