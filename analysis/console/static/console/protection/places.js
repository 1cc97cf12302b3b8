/** Regions and secteurs for the filters and forms of protection: from the areas, which every account may read. */

import { SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const MOST = 100;

async function listAreas(path, query, wanted) {
  const found = await api.getJson(path, { ...query, limit: MOST }, wanted);
  return found["hydra:member"].map((area) => [area.id, area.nom]);
}

/** List the services that have a point, as [id, name]. */
async function listServices(wanted) {
  const { features } = await api.get("/services-vbg/carte", {}, wanted);
  return features
    .map(({ properties }) => [properties.id, properties.nom])
    .sort((one, other) => one[1].localeCompare(other[1]));
}

/**
 * Two lists, of which the second follows the first; `onChoose({region, secteur})` when one changes.
 * `prefix` tells their ids from those of another form of the page.
 * @param {{chosen: any, empty?: string | null, isRequired?: boolean, prefix?: string,
 *   onChoose: (places: any) => void}} props
 */
export function PlaceFields({ chosen, empty = null, isRequired = false, prefix = "f", onChoose }) {
  const regions = useMemo(createLoader, []);
  const sectors = useMemo(createLoader, []);
  useEffect(() => {
    regions.load((wanted) => listAreas("/regions", {}, wanted));
  }, []);
  useEffect(() => {
    if (chosen.region) sectors.load((wanted) => listAreas("/secteurs", { "region.id": chosen.region }, wanted));
  }, [chosen.region]);
  const list = (name, label, loader) => html`
    <${SelectField}
      label=${label} name=${name} id="${prefix}-${name}" value=${chosen[name]} autocomplete="off"
      options=${[["", empty ?? t(`tous.${name}`)], ...(loader.value ?? [])]} required=${isRequired && name === "region"}
      onChange=${(event) => onChoose({ ...(name === "region" ? { secteur: "" } : {}), [name]: event.target.value })}
    />
  `;
  return html`
    ${list("region", t("region"), regions)}
    ${chosen.region && list("secteur", t("secteur"), sectors)}
  `;
}

/** Hold the place that a form chooses, and the services: {place, choose, services}; these are null for who may not read
 * them. */
export function usePlaceAndServices(start) {
  const place = useSignal(start);
  const services = useMemo(createLoader, []);
  useEffect(() => {
    if (may("vbg.lire")) services.load(listServices);
  }, []);
  const choose = (patch) => {
    place.value = { ...place.value, ...patch };
  };
  return { place: place.value, choose, services: services.value };
}
