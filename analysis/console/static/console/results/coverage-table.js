/** The zones of a coverage as a table, with what is asked for above it. */

import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { distance, number, percent, t } from "../i18n.js";
import { NORMS } from "../map/norms.js";
import { shareColour } from "../map/palette.js";
import { html } from "../preact.js";
import { chooseStage, listStages, readStage } from "../sidebar/stage.js";
import { setView, view } from "../state/view.js";
import { AreaName } from "./area-name.js";
import { canList, listFarHouseholds } from "./far-households.js";
import { findType, isInService, listTypes } from "./service-choice.js";
import {
  countAll,
  countFar,
  describeTotal,
  findShare,
  findSubject,
  findZoneLevel,
  isOfHouseholds,
  listSubjects,
  sortZones,
  writeCount,
} from "./shares.js";
import { StripSettings } from "./strip.js";

export const SERVICES = ["points_eau", "ecoles", "services_sante", "services_vbg", "polices_judiciaires"];
const RADII = [500, 1000, 2000, 3000, 5000, 10000, 20000]; // metres
const LEVELS = ["region", "secteur"];

/** Choose a service with the distance from which on it is far; a distance that the user chose stays. */
function chooseService(service) {
  const { service: before, rayon } = view.peek();
  setView({ service, typeService: null, rayon: rayon === NORMS[before] ? NORMS[service] : rayon });
}

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

/** Choose which services of the kind count. */
const ChoiceControls = () => html`
  <${Control}
    name="typeService" label=${t("couverture.type")} value=${findType() ?? ""}
    onChoose=${(typeService) => setView({ typeService: typeService || null })}
    options=${[["", t("couverture.type.tous")], ...listTypes().map((type) => [type, t(`couverture.type.${type}`)])]}
  />
  <${Control}
    name="comptent" label=${t("couverture.etat")} value=${isInService() ? "" : "tous"}
    onChoose=${(comptent) => setView({ comptent: comptent || null })}
    options=${["", "tous"].map((etat) => [etat, t(`couverture.etat.${etat || "enservice"}`)])}
  />
`;

/** Choose which households count by where their collection stands: the filter of the menu. */
const StageControl = () => html`
  <${Control}
    name="etape" label=${t("filtres.etape")} value=${readStage() ?? ""} onChoose=${(next) => chooseStage(next || null)}
    options=${[["", t("tous.etape")], ...listStages().map(({ value, text }) => [value, text])]}
  />
`;

export const Controls = () => html`
  <${StripSettings}>
    <${Control}
      name="sujet" label=${t("couverture.sujet")} value=${findSubject()} onChoose=${(sujet) => setView({ sujet })}
      options=${listSubjects().map((name) => [name, t(`couverture.de.${name}`)])}
    />
    ${isOfHouseholds(findSubject()) && html`<${StageControl} />`}
    <${Control}
      name="service" label=${t("couverture.service")} onChoose=${chooseService}
      options=${SERVICES.map((name) => [name, t(`couche.${name}`)])}
    />
    ${listTypes().length > 0 && html`<${ChoiceControls} />`}
    <${Control}
      name="rayon" label=${t("couverture.rayon")} onChoose=${(rayon) => setView({ rayon: Number(rayon) })}
      options=${RADII.map((metres) => [metres, distance(metres)])}
    />
    <${Control}
      name="niveau" label=${t("couverture.niveau")} value=${findZoneLevel()} onChoose=${(niveau) => setView({ niveau })}
      options=${LEVELS.map((name) => [name, t(name)])}
    />
  <//>
`;

/** Say how many are too far, leading to them where they can be listed. */
function FarCount({ zone }) {
  const count = countFar(zone);
  if (!count || !canList()) return writeCount(count);
  const label = t("couverture.lister", { nombre: number(count), nom: zone.nom });
  return html`
    <button type="button" class="lien" title=${label} aria-label=${label} onClick=${() => listFarHouseholds(zone)}>
      ${number(count)}
    </button>
  `;
}

function ZoneRow({ zone }) {
  const share = findShare(zone);
  const colour = share !== null && shareColour(share);
  const bar = (part) => html`<i style=${{ width: `${part * 100}%`, background: colour }} />`;
  return html`
    <tr data-zone=${zone.id}>
      <th scope="row"><${AreaName} area=${zone} level=${findZoneLevel()} /></th>
      <td>
        <div class="barre"><span class="part">${share !== null && bar(share)}</span><b>${percent(share)}</b></div>
      </td>
      <td class="droite"><${FarCount} zone=${zone} /></td>
      <td class="droite">${writeCount(countAll(zone))}</td>
      <td class="droite">${distance(zone.distanceMediane)}</td>
    </tr>
  `;
}

const order = createOrder();
const READ = {
  nom: ({ nom }) => nom,
  part: findShare,
  loin: countFar,
  tous: countAll,
  mediane: (z) => z.distanceMediane,
};
const readColumn = (zone, name) => READ[name](zone) ?? -1;

export function ZoneTable({ zones, total }) {
  const heads = [
    ["nom", t(findZoneLevel())],
    ["part", t("couverture.taux")],
    ["loin", t("couverture.loin")],
    ["tous", t(`couverture.base.${findSubject()}`)],
    ["mediane", t("couverture.mediane")],
  ];
  const head = (/** @type {any[]} */ [name, label], index) => html`
    <${OrderHead}
      key=${name} order=${order} name=${name} label=${label} isText=${name === "nom"} isNumber=${index > 1}
    />
  `;
  return html`
    <table class="zones">
      <caption>${describeTotal(total)}</caption>
      <thead><tr>${heads.map(head)}</tr></thead>
      <tbody>
        ${sortRows(sortZones(zones), order, readColumn).map((zone) => html`<${ZoneRow} key=${zone.id} zone=${zone} />`)}
      </tbody>
    </table>
  `;
}
