/** Regions and secteurs for the filters and forms of protection: from the areas, which every account may read. */

import { SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const MOST = 100;

async function listAreas(path, query, wanted) {
  const found = await api.getJson(path, { ...query, limit: MOST }, wanted);
  return found["hydra:member"].map((area) => [area.id, area.nom]);
}

/**
 * Two lists, of which the second follows the first; `onChoose({region, secteur})` when one changes.
 * @param {{chosen: any, empty?: string | null, isRequired?: boolean, onChoose: (places: any) => void}} props
 */
export function PlaceFields({ chosen, empty = null, isRequired = false, onChoose }) {
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
      label=${label} name=${name} value=${chosen[name]} autocomplete="off"
      options=${[["", empty ?? t(`tous.${name}`)], ...(loader.value ?? [])]} required=${isRequired && name === "region"}
      onChange=${(event) => onChoose({ ...(name === "region" ? { secteur: "" } : {}), [name]: event.target.value })}
    />
  `;
  return html`
    ${list("region", t("region"), regions)}
    ${chosen.region && list("secteur", t("secteur"), sectors)}
  `;
}
