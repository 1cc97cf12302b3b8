/** Where somebody is: by region, secteur and village, by a press on the map, by this device, or by coordinates. What is
 * chosen stands in memory only.
 */

import { InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import {
  fitPoints,
  HEIGHT,
  Land,
  listCorners,
  Names,
  NO_GROUND,
  placeNames,
  readGround,
  Spot,
  WIDTH,
} from "../map/ground.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import { createLoader } from "../state/loader.js";

const sortNames = (names) => [...new Set(names)].sort((one, other) => one.localeCompare(other));
const asOptions = (names, empty) => [["", empty], ...names.map((name) => [name, name])];

/** Three lists, each within the one before; a secteur stands for the middle of its villages. */
function Lists({ villages, sectors, onPick }) {
  const chosen = useSignal({ region: "", secteur: "", village: "" });
  const { region, secteur, village } = chosen.value;
  const ofRegion = sectors.filter((one) => one.region === region);
  const ofSector = villages.filter((one) => one.region === region && one.secteur === secteur);
  const pickSector = (nom) => {
    chosen.value = { region, secteur: nom, village: "" };
    const found = ofRegion.find((one) => one.nom === nom);
    if (found) onPick(found.centre);
  };
  const pickVillage = (id) => {
    chosen.value = { region, secteur, village: id };
    const found = ofSector.find((one) => one.id === id);
    if (found) onPick([found.longitude, found.latitude]);
  };
  const list = (name, label, options, onChoose, value) => html`
    <${SelectField}
      label=${label} name=${name} value=${value} autocomplete="off" options=${options}
      disabled=${options.length < 2} onChange=${(event) => onChoose(event.target.value)}
    />
  `;
  const regions = sortNames(sectors.map((one) => one.region));
  const named = [...ofSector].sort((one, other) => one.nom.localeCompare(other.nom));
  return html`
    <div class="trois">
      ${list(
        "lieu-region",
        t("region"),
        asOptions(regions, t("protection.cas.choisir")),
        (nom) => {
          chosen.value = { region: nom, secteur: "", village: "" };
        },
        region,
      )}
      ${list(
        "lieu-secteur",
        t("secteur"),
        asOptions(sortNames(ofRegion.map((one) => one.nom)), t("protection.cas.choisir")),
        pickSector,
        secteur,
      )}
      ${list(
        "lieu-village",
        t("localite"),
        [["", t("protection.lieu.secteur")], ...named.map((one) => [one.id, one.nom])],
        pickVillage,
        village,
      )}
    </div>
  `;
}

/** The land to press on, with where the place is. */
function PlaceMap({ outlines, sectors, spot, onPick }) {
  if (!outlines.length) return null;
  const { place, find } = fitPoints(listCorners(outlines));
  const mark = spot && place([spot.longitude, spot.latitude]);
  const press = (event) => {
    const drawn = event.currentTarget;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawn.getScreenCTM().inverse());
    onPick(find([at.x, at.y]));
  };
  return html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="plan a-toucher" onClick=${press}>
      <title>${t("protection.lieu.carte")}</title>
      <${Land} outlines=${outlines} place=${place} />
      <${Names} names=${placeNames(sectors, place, mark ? [mark] : [])} />
      ${mark && html`<${Spot} at=${mark} />`}
    </svg>
  `;
}

/** Ask where somebody is; `onPick([longitude, latitude])` returns a promise. `spot` is where they are. */
export function PlacePicker({ spot, onPick }) {
  const ground = useMemo(createLoader, []);
  useEffect(() => {
    ground.load(readGround);
  }, []);
  const { outlines, villages, sectors } = ground.value ?? NO_GROUND;
  const here = () =>
    navigator.geolocation?.getCurrentPosition(({ coords }) => onPick([coords.longitude, coords.latitude]));
  const send = (form) => onPick([Number(form.longitude.value), Number(form.latitude.value)]);
  const field = (name, most) => html`
    <${InputField}
      label=${t(`protection.${name}`)} name=${name} type="number" step="any" min=${-most} max=${most} required
      autocomplete="off"
    />
  `;
  return html`
    <section class="feuille" aria-label=${t("protection.ou")}>
      <h2>${t("protection.ou")}</h2>
      ${sectors.length > 0 && html`<${Lists} villages=${villages} sectors=${sectors} onPick=${onPick} />`}
      <p class="doux petit">${t("protection.lieu.carte")}</p>
      <${PlaceMap} outlines=${outlines} sectors=${sectors} spot=${spot} onPick=${onPick} />
      <p>
        <button type="button" class="bouton" onClick=${here}><${Icon} name="target" />${t("protection.ici")}</button>
      </p>
      <details>
        <summary>${t("protection.lieu.coordonnees")}</summary>
        <${Form} label=${t("protection.orienter")} send=${send} onDone=${() => {}}>
          <div class="deux">${field("latitude", 90)}${field("longitude", 180)}</div>
        <//>
      </details>
    </section>
  `;
}
