/** Who lives too far from a service: zones coloured by the share of households beyond a distance, with denominators. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { showArea } from "../map/area.js";
import { getMap, show } from "../map/map.js";
import { shareColour } from "../map/palette.js";
import { savePicture } from "../map/picture.js";
import { createZoneBubble } from "../map/zones.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { view } from "../state/view.js";
import { Controls, Legend, ZoneTable } from "./coverage-table.js";
import { useHiddenHouseholds } from "./hidden-households.js";
import { countFar, describeZone, findShare, findTop, listSteps, sortZones } from "./shares.js";
import { NoHousehold, StripBody, StripHeader } from "./strip.js";

const QUESTION = ["service", "rayon", "niveau", "region", "categorie", "milieu"];

function readCoverage(signal) {
  const { service, rayon, niveau, region, categorie, milieu } = view.peek();
  const filtres = Object.fromEntries(Object.entries({ region, categorie, milieu }).filter(([, value]) => value));
  return api.post("/carte/analyse/couverture", { type: service, rayon, niveau, filtres }, { signal });
}

/** Colour the zones on the map. */
function paintZones(zones, bubble) {
  const top = findTop(zones);
  const findColour = (share) => (share === null ? null : shareColour(share, top));
  const items = zones.map((zone) => ({ id: zone.id, colour: findColour(findShare(zone)) }));
  const drawn = { layer: view.peek().niveau === "region" ? "regions" : "secteurs", items };
  show({ zones: drawn });
  bubble.begin(zones, drawn);
}

const findFileName = () => `couverture-${view.value.service}-${view.value.rayon}m`;

function saveZones(zones) {
  const header = [
    t(view.value.niveau),
    t("menages.titre"),
    t("couverture.loin"),
    t("couverture.part"),
    t("couverture.moyenne"),
    t("couverture.mediane"),
  ];
  const cells = (zone) => [
    zone.nom,
    zone.menages,
    countFar(zone),
    findShare(zone)?.toFixed(4),
    zone.distanceMoyenne,
    zone.distanceMediane,
  ];
  saveCsv(header, sortZones(zones).map(cells), `${findFileName()}.csv`);
}

function Downloads({ answer: { zones, total } }) {
  const title = describeZone({ ...total, nom: t("couverture.ensemble") });
  const saveMap = () => savePicture(title, listSteps(findTop(zones)), `${findFileName()}.png`);
  return html`
    <div class="pages">
      <button type="button" class="bouton" onClick=${saveMap}><${Icon} name="download" />PNG</button>
      <button type="button" class="bouton" onClick=${() => saveZones(zones)}><${Icon} name="download" />CSV</button>
    </div>
  `;
}

export function Coverage() {
  const loader = useMemo(createLoader, []);
  const bubble = useMemo(() => createZoneBubble(describeZone), []);
  const question = QUESTION.map((name) => view.value[name]).join();

  async function load() {
    await loader.load(readCoverage);
    if (loader.value) paintZones(loader.value.zones, bubble);
  }

  useHiddenHouseholds();
  useEffect(() => {
    if (getMap()) showArea(view.peek());
    return () => {
      loader.abort();
      show({ zones: null });
      bubble.end();
    };
  }, []);
  useEffect(() => {
    load();
  }, [question]);
  const answer = loader.value;
  const table = ({ zones, total }) =>
    total.menages ? html`<${ZoneTable} zones=${zones} total=${total} />` : html`<${NoHousehold} />`;
  return html`
    <${StripHeader} title=${t("couverture.titre")}>
      <${Controls} />${answer && html`<${Downloads} answer=${answer} />`}
    <//>
    ${answer && html`<${Legend} zones=${answer.zones} />`}
    <${StripBody} title=${t("couverture.titre")}><${Loaded} from=${loader}>${table}<//><//>
  `;
}
