/** Where the pairs of the page live: a region, then one of its secteurs; it outlives a visit of another page. */

import { SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html, signal, useEffect } from "../preact.js";
import * as places from "../server/places.js";
import { choosesRegion, currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const regions = createLoader();
/** The secteurs of the chosen region. */
const sectors = createLoader();
const region = signal("");
const sector = signal("");

export const loadRegions = () => regions.load(() => places.listRegions(), { keep: true });

/** Return what was chosen, as the API filters by it. */
export const pickPlace = () => ({ region: region.value, secteur: sector.value });

const list = (areas) => (areas ?? []).map((one) => [one.id, one.nom]);

/** `onChoose()` when another place is chosen. */
export function PlaceFilter({ onChoose }) {
  const setRegion = ({ target: { value } }) => {
    region.value = value;
    sector.value = "";
    if (value) sectors.load(() => places.listSectorsOf(value));
    onChoose();
  };
  const setSector = ({ target: { value } }) => {
    sector.value = value;
    onChoose();
  };
  const own = choosesRegion() ? null : currentUser().regions[0].id; // the only region of the account: its secteurs
  useEffect(() => {
    if (own) sectors.load(() => places.listSectorsOf(own));
  }, [own]);
  return html`
    <div class="outils court-filtre">
      ${
        choosesRegion() &&
        html`
          <${SelectField}
            label=${t("region")} name="region" options=${[["", t("tous.region")], ...list(regions.value)]}
            value=${region.value} onChange=${setRegion}
          />
        `
      }
      ${
        (region.value || own) &&
        html`
          <${SelectField}
            label=${t("secteur")} name="secteur" options=${[["", t("tous.secteur")], ...list(sectors.value)]}
            value=${sector.value} onChange=${setSector}
          />
        `
      }
    </div>
  `;
}
