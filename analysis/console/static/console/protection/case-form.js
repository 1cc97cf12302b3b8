/** The form of a case: there is no field for a name, a day, a place or a story, because none is kept. */

import { InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { RUBRIQUES, STATUSES } from "./case-words.js";
import { PlaceFields, usePlaceAndServices } from "./places.js";

const AGES = ["inconnu", "0-11", "12-17", "18+"];
const SEXES = ["inconnu", "F", "M"];

const Codes = ({ label, name, group, values, empty = null }) => html`
  <${SelectField}
    label=${label} name=${name} autocomplete="off"
    options=${[...(empty === null ? [] : [["", empty]]), ...values.map((one) => [one, code(group, one)])]}
    required=${empty !== null}
  />
`;

function send(form) {
  const month = form.mois.value;
  const body = {
    service: form.service?.value || null,
    region: form.region.value || null,
    secteur: form.secteur?.value || null,
    date: month && `${month}-01`,
    rubrique: form.rubrique.value,
    trancheAge: form.trancheAge.value,
    sexe: form.sexe.value,
    statut: form.statut.value,
  };
  return api.post("/vbg-cas", body);
}

export function CaseForm({ onDone }) {
  const { regions = [] } = currentUser();
  const { place, choose, services } = usePlaceAndServices({
    region: regions.length === 1 ? regions[0].id : "",
    secteur: "",
  });
  const service = useSignal("");
  return html`
    <p class="doux">${t("protection.cas.texte")}</p>
    <${Form} label=${t("protection.cas.enregistrer")} send=${send} onDone=${onDone}>
      <div class="deux">
        ${
          services &&
          html`
            <${SelectField}
              label=${t("protection.service")} name="service" autocomplete="off"
              options=${[["", t("protection.cas.sansservice")], ...services]}
              value=${service.value} onChange=${(event) => (service.value = event.target.value)}
            />
          `
        }
        <${PlaceFields}
          chosen=${place} isRequired=${!service.value} onChoose=${choose}
          empty=${t(service.value ? "protection.cas.duservice" : "protection.cas.choisir")}
        />
        <${InputField}
          label=${t("protection.mois")} name="mois" type="month" min="2000-01" required autocomplete="off"
          max=${new Date().toISOString().slice(0, 7)}
        />
        <${Codes}
          label=${t("protection.rubrique")} name="rubrique" group="rubrique" values=${RUBRIQUES}
          empty=${t("protection.cas.choisir")}
        />
        <${Codes} label=${t("champ.trancheAge")} name="trancheAge" group="tranche" values=${AGES} />
        <${Codes} label=${t("protection.sexe")} name="sexe" group="sexe" values=${SEXES} />
        <${Codes} label=${t("champ.statut")} name="statut" group="statutcas" values=${STATUSES} />
      </div>
    <//>
  `;
}
