/** The zones of a coverage as a table, with what is asked for above it. */

import { distance, number, percent, t } from "../i18n.js";
import { shareColour } from "../map/palette.js";
import { html } from "../preact.js";
import { setView, view } from "../state/view.js";
import {
  countAll,
  countFar,
  describeZone,
  findShare,
  findSubject,
  findTop,
  listSubjects,
  sortZones,
} from "./shares.js";

export const SERVICES = ["points_eau", "ecoles", "services_sante", "services_vbg", "polices_judiciaires"];
const RADII = [500, 1000, 2000, 5000, 10000, 20000]; // metres
const LEVELS = ["region", "secteur"];

/** Return the level of the zones: a coverage has none by hexagon. */
export const findZoneLevel = (state = view.value) => (state.niveau === "region" ? "region" : "secteur");

/** Show a list of [value, text] beside its label, of what is shown in the strip. */
export const Control = ({ name, label, options, value = view.value[name], onChoose }) => html`
  <label class="champ court ${name}">
    <span>${label}</span>
    <select
      id="couverture-${name}" aria-label=${label} value=${String(value)}
      onChange=${(event) => onChoose(event.target.value)}
    >
      ${options.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  </label>
`;

export const Controls = () => html`
  <div class="reglages">
    <${Control}
      name="sujet" label=${t("couverture.sujet")} value=${findSubject()} onChoose=${(sujet) => setView({ sujet })}
      options=${listSubjects().map((name) => [name, t(`couverture.de.${name}`)])}
    />
    <${Control}
      name="service" label=${t("couverture.service")} onChoose=${(service) => setView({ service })}
      options=${SERVICES.map((name) => [name, t(`couche.${name}`)])}
    />
    <${Control}
      name="rayon" label=${t("couverture.rayon")} onChoose=${(rayon) => setView({ rayon: Number(rayon) })}
      options=${RADII.map((metres) => [metres, distance(metres)])}
    />
    <${Control}
      name="niveau" label=${t("couverture.niveau")} value=${findZoneLevel()} onChoose=${(niveau) => setView({ niveau })}
      options=${LEVELS.map((name) => [name, t(name)])}
    />
  </div>
`;

function ZoneRow({ zone, top }) {
  const share = findShare(zone);
  const colour = share !== null && shareColour(share, top);
  const bar = (part) => html`<i style=${{ width: `${part * 100}%`, background: colour }} />`;
  return html`
    <tr data-zone=${zone.id}>
      <th scope="row">${zone.nom}</th>
      <td>
        <div class="barre"><span class="part">${share !== null && bar(share)}</span><b>${percent(share)}</b></div>
      </td>
      <td class="droite">${number(countFar(zone))}</td>
      <td class="droite">${number(countAll(zone))}</td>
      <td class="droite">${distance(zone.distanceMediane)}</td>
    </tr>
  `;
}

export function ZoneTable({ zones, total }) {
  const top = findTop(zones);
  const heads = [
    t(findZoneLevel()),
    t("couverture.taux"),
    t("couverture.loin"),
    t(`couverture.de.${findSubject()}`),
    t("couverture.mediane"),
  ];
  return html`
    <table class="zones">
      <caption>${describeZone({ ...total, nom: t("couverture.ensemble") })}</caption>
      <thead>
        <tr>${heads.map((text, index) => html`<th scope="col" class=${index > 1 ? "droite" : null}>${text}</th>`)}</tr>
      </thead>
      <tbody>${sortZones(zones).map((zone) => html`<${ZoneRow} key=${zone.id} zone=${zone} top=${top} />`)}</tbody>
    </table>
  `;
}
