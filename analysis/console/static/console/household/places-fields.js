/** Where a household lives: its region, secteur and locality, and its position, typed, read from the device or shown on
 * the map.
 */

import { describeError } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { distance, language, t } from "../i18n.js";
import { measureDistance } from "../map/distance.js";
import { pickPoint } from "../map/pick.js";
import { html, useEffect, useElement, useSignal } from "../preact.js";
import * as places from "../server/places.js";
import { Optional } from "./section.js";

const SLACK = 0.2; // degrees: a house may stand beyond the boundary that is drawn

/** Read degrees as people type them, with a comma or a point; write them as the page's language does. */
const readDegrees = (text) => Number(text.replace(",", "."));
const writeDegrees = (text) => (text && language.value !== "en" ? String(text).replace(".", ",") : text);

const byName = (rows) => rows.map((row) => [row.id, row.nom]);

/** `areas`: {regions, sectors, villages}; sectors and villages name what they lie in. */
export function AreaFields({ household, areas }) {
  const region = useSignal(household?.region?.id ?? (areas.regions.length === 1 ? areas.regions[0].id : ""));
  const sector = useSignal(household?.secteur?.id ?? "");
  const nameOf = (rows, id) => rows.find((row) => row.id === id)?.nom;
  const regionName = nameOf(areas.regions, region.value);
  const sectors = areas.sectors.filter((one) => !region.value || one.region === regionName);
  const sectorName = nameOf(areas.sectors, sector.value);
  const villages = areas.villages.filter(
    (one) => one.secteur === sectorName && (!regionName || one.region === regionName),
  );
  const chooseSector = (id) => {
    sector.value = id;
    const lies = areas.sectors.find((one) => one.id === id)?.region;
    const found = areas.regions.find((one) => one.nom === lies);
    if (found) region.value = found.id;
  };
  const none = ["", t("menage.lieu.choisir")];
  return html`
    <div class="champs">
      <${SelectField}
        label=${t("region")} name="region" options=${[none, ...byName(areas.regions)]} value=${region.value}
        required data-attendu
        onChange=${(event) => {
          region.value = event.target.value;
          sector.value = "";
        }}
      />
      <${SelectField}
        data-attendu label=${t("secteur")} name="secteur" options=${[none, ...byName(sectors)]} value=${sector.value}
        onChange=${(event) => chooseSector(event.target.value)}
      />
      <${SelectField}
        data-attendu label=${t("localite")} name="localite" options=${[none, ...byName(villages)]}
        value=${household?.localite?.id} help=${sector.value ? null : t("menage.localite.aide")}
      />
    </div>
  `;
}

/** Read the position of the device; rejects with a sentence. */
const readDevice = () =>
  new Promise((resolve, reject) => {
    const fail = () => reject(new Error(t("menage.gps.refus")));
    if (!navigator.geolocation) fail();
    else
      navigator.geolocation.getCurrentPosition(({ coords }) => resolve(coords), fail, {
        enableHighAccuracy: true,
        timeout: 20_000,
      });
  });

/** Refuse a position outside the country: a digit too many, or latitude and longitude exchanged. */
function useCountry() {
  const bounds = useSignal(/** @type {number[][] | null} */ (null));
  useEffect(() => {
    const take = (found) => {
      bounds.value = found;
    };
    places.getCountryBounds().then(take, () => take(null)); // unknown without a connection: the service judges
  }, []);
  return (axis) => (event) => {
    const degrees = readDegrees(event.target.value);
    const [low, high] = bounds.value?.map((corner) => corner[axis]) ?? [Number.NaN, Number.NaN];
    const isOut = event.target.value.trim() !== "" && (degrees < low - SLACK || degrees > high + SLACK);
    event.target.setCustomValidity(isOut ? t("menage.position.dehors") : "");
  };
}

const [OF_VILLAGE, OF_SECTOR] = [14, 11]; // zooms
const FAR = 20_000; // metres from the village: to be looked at again

/**
 * Find where the chosen village lies, else the chosen secteur: `centre` is [lng, lat] or null.
 * @returns {{centre: any, zoom: number, village?: any}}
 */
function findPlace(form, { villages, sectors }) {
  const village = villages.find(({ id }) => id === form.elements.localite.value);
  if (village?.longitude != null) return { centre: [village.longitude, village.latitude], zoom: OF_VILLAGE, village };
  const sector = sectors.find(({ id }) => id === form.elements.secteur.value);
  if (sector?.centerLongitude == null) return { centre: null, zoom: OF_SECTOR };
  return { centre: [sector.centerLongitude, sector.centerLatitude], zoom: OF_SECTOR };
}

/** Say how far the position that is entered lies from the chosen village, where that is far. */
function describeGap(form, areas) {
  const [lat, lng] = ["latitude", "longitude"].map((name) => readDegrees(form.elements[name].value));
  const { centre, village } = findPlace(form, areas);
  if (!village || !lat || !lng) return "";
  const metres = measureDistance([lng, lat], centre);
  return metres > FAR ? t("menage.position.loin", { distance: distance(metres), lieu: village.nom }) : "";
}

export function PositionFields({ household, form, areas }) {
  const failure = useSignal("");
  const gap = useSignal("");
  const box = useElement();
  useEffect(() => {
    const whole = box.current.closest("form");
    const look = () => {
      gap.value = describeGap(whole, areas);
    };
    for (const event of ["input", "change"]) whole.addEventListener(event, look);
  }, []);
  const judge = useCountry();
  const put = (values) => {
    for (const [name, value] of Object.entries(values)) {
      const control = form.current.querySelector(`[name="${name}"]`);
      control.value = writeDegrees(value);
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  const attempt = async (work) => {
    failure.value = "";
    try {
      await work();
    } catch (error) {
      failure.value = describeError(error);
    }
  };
  const useDevice = () =>
    attempt(async () => {
      const { latitude, longitude, accuracy, altitude } = await readDevice();
      put({
        latitude: latitude.toFixed(6),
        longitude: longitude.toFixed(6),
        precisionGps: accuracy?.toFixed(1) ?? "",
        altitude: altitude?.toFixed(1) ?? "",
      });
    });
  const useMap = () =>
    attempt(async () => {
      const [lat, lng] = ["latitude", "longitude"].map((name) => form.current.querySelector(`[name="${name}"]`).value);
      const place = findPlace(form.current, areas);
      const found = await (lat && lng
        ? pickPoint([readDegrees(lng), readDegrees(lat)])
        : pickPoint(place.centre, place.zoom));
      if (found)
        put({ latitude: found.lat.toFixed(6), longitude: found.lng.toFixed(6), precisionGps: "", altitude: "" });
    });
  const field = (name, label, props = {}) => html`
    <${InputField}
      label=${label} name=${name} value=${writeDegrees(household?.[name])} inputmode="decimal" autocomplete="off"
      ...${props}
    />
  `;
  return html`
    <div class="actions">
      <button type="button" class="bouton" onClick=${useDevice}><${Icon} name="target" />${t("menage.gps")}</button>
      <button type="button" class="bouton" onClick=${useMap}><${Icon} name="map" />${t("menage.placer")}</button>
    </div>
    <div class="champs de-position" ref=${box}>
      ${field("latitude", t("champ.latitude"), { onInput: judge(1), "data-attendu": true })}
      ${field("longitude", t("champ.longitude"), { onInput: judge(0), "data-attendu": true })}
    </div>
    ${gap.value && html`<p class="alerte" role="status">${gap.value}</p>`}
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
    <${Optional}>
      <div class="champs de-position">
        ${field("precisionGps", t("menage.precisionGps"))}${field("altitude", t("menage.altitude"))}
      </div>
    <//>
  `;
}
