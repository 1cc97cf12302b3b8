/** Who is too far from a service: zones coloured by the share of those beyond a distance, with denominators. */

import { fixCell, roundCell, saveCsv, toPercent } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { shareColour } from "../map/palette.js";
import { drawPage, offerPage, savePicture } from "../map/print.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { readStage } from "../sidebar/stage.js";
import { FILTERS, hasTraits, pickFilters, pickPlaces, view } from "../state/view.js";
import { useColouredAreas } from "./coloured-areas.js";
import { Controls, ZoneTable } from "./coverage-table.js";
import { canList, listFarHouseholds } from "./far-households.js";
import { FarVillages } from "./far-villages.js";
import { describeChoice, findType, readChoice } from "./service-choice.js";
import {
  countAll,
  countFar,
  describeTotal,
  describeZone,
  findShare,
  findSubject,
  findZoneLevel,
  isOfHouseholds,
  listSteps,
  nameQuestion,
  sortZones,
} from "./shares.js";
import { NoHousehold, StripBody, StripHeader, StripLegend } from "./strip.js";

const QUESTION = ["sujet", "service", "typeService", "comptent", "rayon", "niveau", ...FILTERS];

const readCoverage = (signal) => readZones(findZoneLevel(view.peek()), signal);

function readZones(niveau, signal) {
  const { service, rayon } = view.peek();
  const sujet = findSubject(view.peek());
  const filtres = isOfHouseholds(sujet) ? pickFilters("categorie", view.peek()) : pickPlaces(view.peek());
  const body = { sujet, type: service, ...readChoice(), rayon, niveau, filtres };
  return api.post("/carte/analyse/couverture", body, { signal });
}

/** Say in which colours the map shows the zones. */
function drawZones({ zones }) {
  const findColour = (share) => (share === null ? null : shareColour(share));
  const items = zones.map((zone) => ({ id: zone.id, colour: findColour(findShare(zone)) }));
  return { layer: findZoneLevel(view.peek()) === "region" ? "regions" : "secteurs", items };
}

/** Say which services and households count, how distances are measured, that inhabitants are rounded, and that filters
 * of households do not limit others. */
function describeLegend() {
  const subject = findSubject();
  const apart = !isOfHouseholds(subject) && hasTraits();
  const notes = [
    apart && t("couverture.sans.filtres"),
    subject === "menages" && readStage() === null && t("couverture.rejetes"),
    describeChoice(),
    t("couverture.vol"),
    subject === "habitants" && t("couverture.arrondi"),
    t("couverture.masques"),
  ];
  return notes.filter(Boolean).join(" ");
}

const findFileName = () =>
  `couverture-${findSubject()}-${(findType() ?? view.value.service).replaceAll(",", "-")}-${view.value.rayon}m`;

function saveZones(zones) {
  const header = [
    t(findZoneLevel()),
    t(`couverture.de.${findSubject()}`),
    t("couverture.loin"),
    t("couverture.part"),
    t("couverture.moyenne"),
    t("couverture.mediane.m"),
    t("couverture.population"),
    t("couverture.pour1000", { qui: t(`couverture.base.${findSubject()}`) }),
  ];
  const cells = (zone) => [
    zone.nom,
    countAll(zone),
    countFar(zone),
    toPercent(findShare(zone)),
    roundCell(zone.distanceMoyenne, 0),
    zone.distanceMediane,
    zone.population,
    fixCell(zone.pour1000Habitants, 1),
  ];
  saveCsv(header, sortZones(zones).map(cells), `${findFileName()}.csv`);
}

const findPageTitle = ({ total }) => describeTotal(total);

function Downloads({ answer }) {
  const { zones, total } = answer;
  const far = countFar(total);
  const title = findPageTitle(answer);
  const note = [describeChoice(), t("couverture.vol")].join(" ");
  const saveMap = () => savePicture(title, `${findFileName()}.png`, { note });
  const savePdf = async () => offerPage(await drawPage(title, { note }), `${findFileName()}.pdf`);
  return html`
    <div class="pages fichiers">
      ${
        far > 0 &&
        canList() &&
        html`
          <button type="button" class="bouton" id="trop-loin" onClick=${() => listFarHouseholds()}>
            <${Icon} name="list" />${t("couverture.voir", { nombre: number(far) })}
          </button>
        `
      }
      <button type="button" class="bouton" onClick=${saveMap}><${Icon} name="download" />PNG</button>
      <button type="button" class="bouton" onClick=${savePdf}><${Icon} name="download" />PDF</button>
      <button type="button" class="bouton" onClick=${() => saveZones(zones)}><${Icon} name="download" />CSV</button>
    </div>
  `;
}

export function Coverage() {
  const loader = useColouredAreas({
    names: QUESTION,
    read: readCoverage,
    list: ({ zones }) => zones,
    draw: drawZones,
    describePage: (found) => ({
      title: nameQuestion(), // short, for it stands in a field; the numbers stand below it
      note: `${findPageTitle(found)}. ${t("couverture.vol")}`,
      legend: listSteps(found.zones),
      name: nameQuestion(),
    }),
    describe: describeZone,
  });
  const answer = loader.value;
  const question = QUESTION.map((name) => view.value[name]).join();
  const table = ({ zones, total }) =>
    countAll(total)
      ? html`<${ZoneTable} zones=${zones} total=${total} /><${FarVillages} read=${readZones} question=${question} />`
      : html`<${NoHousehold} />`;
  return html`
    <${StripHeader} title=${t("couverture.titre")}>
      ${answer && html`<${Downloads} answer=${answer} />`}<${Controls} />
    <//>
    <${StripBody} title=${t("couverture.titre")}>
      <${Loaded} from=${loader}>${table}<//>
      ${answer && html`<${StripLegend} steps=${listSteps(answer.zones)} note=${describeLegend()} isBelow />`}
    <//>
  `;
}
