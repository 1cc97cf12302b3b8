/** What a reading of cases is for, and which cases it asks for. */

import { InputField, SelectField } from "../components/fields.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import { RUBRIQUES, STATUSES } from "./case-words.js";
import { PlaceFields, usePlaceAndServices } from "./places.js";

const PURPOSES = ["suivi", "orientation", "correction", "controle"];
const NOWHERE = { region: "", secteur: "" };

/** Return what a form asks for; a month is asked for as its first day, which is all that a case keeps of its date. */
export function readQuestion(form) {
  const month = form.mois.value && `${form.mois.value}-01`;
  return {
    motif: form.motif.value,
    reference: form.reference.value.trim(),
    region: form.region.value,
    secteur: form.secteur?.value,
    service: form.service?.value,
    dateDebut: month,
    dateFin: month,
    rubrique: form.rubrique.value,
    statut: form.statut.value,
  };
}

const Chosen = ({ name, label, all, options }) => html`
  <${SelectField} label=${label} name=${name} id="lire-${name}" autocomplete="off" options=${[["", all], ...options]} />
`;
const withCodes = (group, values) => values.map((one) => [one, code(group, one)]);

/** Show the fields; none asks by itself, since each reading is recorded. */
export function Question() {
  const { place, choose, services } = usePlaceAndServices(NOWHERE);
  return html`
    <div class="deux">
      <${SelectField}
        label=${t("protection.motif")} name="motif" autocomplete="off" required
        options=${[["", t("protection.cas.choisir")], ...PURPOSES.map((one) => [one, t(`protection.motif.${one}`)])]}
      />
      <${InputField}
        label=${t("protection.cas.reference")} name="reference" autocomplete="off" maxlength="8"
        help=${t("protection.cas.reference.aide")}
      />
      <${PlaceFields} chosen=${place} onChoose=${choose} prefix="lire" />
      ${
        services &&
        html`<${Chosen}
          name="service" label=${t("protection.service")} all=${t("tous.service")} options=${services}
        />`
      }
      <${InputField}
        label=${t("protection.mois")} name="mois" id="lire-mois" type="month" min="2000-01" autocomplete="off"
      />
      <${Chosen}
        name="rubrique" label=${t("protection.rubrique")} all=${t("tous.rubrique")}
        options=${withCodes("rubrique", RUBRIQUES)}
      />
      <${Chosen}
        name="statut" label=${t("champ.statut")} all=${t("tous.statuts")} options=${withCodes("statutcas", STATUSES)}
      />
    </div>
  `;
}
