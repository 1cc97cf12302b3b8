/** The places of each area that a design takes, and the way from a design to a selection. */

import { saveCsv } from "../components/download.js";
import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Downloads } from "../dashboard/downloads.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { buildRequest } from "./laboratory-state.js";
import { StoredSelection, selections } from "./selections.js";
import { saveTable } from "./table-picture.js";

const ENROL = "transferts.enroler";
const HEADS = ["labo.zone", "labo.selection.nombre", "labo.candidats", "labo.retenus", "labo.selection.reserve"];

/** Ask for which programme whom a design takes is kept; returns the selection. */
async function askSelection(scenario) {
  const programmes = await api.get("/programmes", { limit: 100 });
  const parts = html`
    <${InputField} label=${t("selection.nom")} name="nom" value=${scenario.nom} required maxlength="255" />
    <${SelectField} label=${t("programme")} name="programme" options=${programmes.map((one) => [one.id, one.nom])} />
  `;
  const send = (form) => api.post(`/programmes/${form.programme.value}/selections`, { nom: form.nom.value, scenario });
  return ask({ title: t("selection.retenir"), text: t("selection.texte"), parts, label: t("selection.retenir"), send });
}

const Table = ({ rows, title }) => html`
  <div class="defile-table zones-places" tabindex="0" role="region" aria-label=${title}>
    <table class="lignes chiffres">
      <caption class="hors-vue">${title}</caption>
      <thead>
        <tr>
          ${HEADS.map((name, at) => html`<th scope="col" class=${at ? "droite" : null} key=${name}>${t(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...counts]) => html`
            <tr key=${name}>
              <th scope="row">${name}</th>
              ${counts.map((count, at) => html`<td class="droite" key=${at}>${number(count)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

/** Show the places of one design by area, and let who may enrol keep them for a programme. */
function Zones({ result, place }) {
  const stored = useSignal(/** @type {any} */ (null));
  const title = t("labo.zones", { nom: result.nom });
  const isCountry = result.parZone.every((zone) => zone.zone === null);
  const rows = result.parZone.map((zone) => [
    zone.groupe ?? t(isCountry ? "selection.pays" : "inconnu"),
    zone.places,
    zone.candidats,
    zone.retenus,
    zone.reserve,
  ]);
  const header = HEADS.map((one) => t(one));
  const keep = async () => {
    const found = await askSelection(buildRequest().scenarios[place]);
    if (!found) return;
    stored.value = found;
    selections.reload();
  };
  const saveImage = () => {
    const cells = rows.map(([name, ...counts]) => [name, ...counts.map((count) => number(count))]);
    saveTable(header, cells, title, "places.png");
  };
  return html`
    <section class="feuille" aria-label=${title}>
      <div class="outils entre">
        <h2>${title}</h2>
        <${Downloads} what=${title} onTable=${() => saveCsv(header, rows, "places.csv")} onPicture=${saveImage} />
      </div>
      ${stored.value && html`<${StoredSelection} selection=${stored.value} key=${stored.value.id} />`}
      ${
        may(ENROL) &&
        may("transferts.lire") &&
        html`
          <div class="actions">
            <button type="button" class="bouton" onClick=${keep}>${t("selection.retenir")}</button>
          </div>
        `
      }
      <${Table} rows=${rows} title=${title} />
    </section>
  `;
}

/** Show the places of all designs that have some. */
export const AllZones = ({ scenarios }) =>
  scenarios.map(
    (result, place) => result.parZone.length > 0 && html`<${Zones} result=${result} place=${place} key=${place} />`,
  );
