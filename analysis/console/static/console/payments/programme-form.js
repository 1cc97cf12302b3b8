/** The form of a programme: a new one, or a known one that is changed. What it does not ask for stays as it is. */

import { Loaded } from "../components/feedback.js";
import { Choice, ChoiceGroup, Field, InputField, listTicked, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView } from "../state/view.js";

export const NEW = "nouveau";
const LISTED = 100; // projects that a list offers; the API gives no more at once
const TYPES = ["transfert_monetaire", "travaux_publics", "formation", "mixte"];
const FREQUENCIES = ["mensuel", "bimestriel", "trimestriel", "semestriel", "annuel"];
const CATEGORIES = ["extreme_pauvre", "pauvre", "vulnerable", "non_pauvre"];
const AMOUNTS = ["budgetTotal", "montantParBeneficiaire"];
const NUMBERS = ["objectifBeneficiaires", "nombreCyclesPrevus", "seuilPmtMin", "seuilPmtMax"];
const TEXTS = ["nom", "type", "dateDebut", "milieuEligible"];

async function readForm(id, signal) {
  const isNew = id === NEW;
  const [projects, regions, programme] = await Promise.all([
    api.get("/projets", { limit: LISTED }, signal),
    api.get("/programmes/regions", {}, signal),
    isNew ? { data: null, tag: null } : api.getTagged(`/programmes/${id}`, signal),
  ]);
  return { projects, regions, programme: programme.data, tag: programme.tag };
}

const pick = (form, names, read) => Object.fromEntries(names.map((name) => [name, read(form[name].value)]));
const orNull = (text) => text.trim() || null;

/** Return what the form says. The code and the project of a programme that has begun are fixed. */
function collectValues(form) {
  return {
    ...pick(form, TEXTS, (text) => text.trim()),
    ...pick(form, ["dateFin", "frequencePaiement", ...AMOUNTS], orNull),
    ...pick(form, NUMBERS, (text) => (text === "" ? null : Number(text))),
    ...(form.code.readOnly ? {} : { code: form.code.value.trim() }),
    ...(form.projetId.disabled ? {} : { projetId: form.projetId.value }),
    description: form.description.value.trim(),
    niveauxRequis: Number(form.niveauxRequis.value),
    regionsEligibles: listTicked(form, "regionsEligibles"),
    categoriesPauvreteEligibles: listTicked(form, "categoriesPauvreteEligibles"),
  };
}

const withCodes = (group, values) => values.map((value) => [value, code(group, value)]);
const whole = (amount) => (amount === null || amount === undefined ? null : Math.round(Number(amount)));

const NumberField = (props) => html`<${InputField} type="number" min="0" step="1" inputmode="numeric" ...${props} />`;

function Identity({ programme, projects }) {
  const isBegun = programme !== null && programme.statut !== "en_preparation";
  const known = projects.filter((one) => !one.lectureSeule || one.id === programme?.projet.id);
  const options = known.map(({ id, nom }) => [id, nom]);
  return html`
    <${InputField} label=${t("programmes.champ.nom")} name="nom" value=${programme?.nom} maxlength="255" required />
    <div class="deux">
      <${InputField}
        label=${t("code")} name="code" value=${programme?.code} maxlength="30" autocomplete="off" readonly=${isBegun}
        help=${t(isBegun ? "programmes.champ.fixe" : "programmes.champ.code")}
      />
      <${SelectField}
        label=${t("type")} name="type" value=${programme?.type} options=${withCodes("typeprogramme", TYPES)}
      />
    </div>
    <${SelectField}
      label=${t("projet")} name="projetId" value=${programme?.projet.id} options=${options} disabled=${isBegun}
      help=${isBegun && t("programmes.champ.fixe")}
    />
    <div class="deux">
      <${InputField}
        label=${t("programmes.champ.debut")} name="dateDebut" type="date" value=${programme?.dateDebut} required
      />
      <${InputField} label=${t("programmes.champ.fin")} name="dateFin" type="date" value=${programme?.dateFin} />
    </div>
    <${Field} label=${t("programmes.champ.description")} name="description">
      <textarea
        name="description" id="f-description" maxlength="10000" rows="3" defaultValue=${programme?.description ?? ""}
      />
    <//>
  `;
}

const Money = ({ programme }) => html`
  <h3>${t("programmes.champ.argent")}</h3>
  <div class="deux">
    <${NumberField}
      label=${t("creer.montant")} name="montantParBeneficiaire" value=${whole(programme?.montantParBeneficiaire)}
      help=${t("programmes.champ.montant")}
    />
    <${SelectField}
      label=${t("programmes.champ.frequence")} name="frequencePaiement" value=${programme?.frequencePaiement}
      options=${[["", t("programmes.champ.sansfrequence")], ...withCodes("frequence", FREQUENCIES)]}
    />
    <${NumberField}
      label=${t("programmes.champ.budget")} name="budgetTotal" value=${whole(programme?.budgetTotal)}
    />
    <${NumberField}
      label=${t("programmes.champ.cycles")} name="nombreCyclesPrevus" min="1" value=${programme?.nombreCyclesPrevus}
    />
    <${NumberField}
      label=${t("programmes.champ.objectif")} name="objectifBeneficiaires" value=${programme?.objectifBeneficiaires}
    />
    <${NumberField}
      label=${t("programmes.champ.niveaux")} name="niveauxRequis" min="1" max="4" required
      value=${programme?.niveauxRequis ?? 2} help=${t("programmes.champ.niveaux.aide")}
    />
  </div>
`;

function Criteria({ programme, regions }) {
  const box = (name, value, label) => html`
    <${Choice} key=${value} name=${name} value=${value} defaultChecked=${programme?.[name].includes(value) ?? false}>
      ${label}
    <//>
  `;
  const isOfPart = currentUser().regions?.length > 0;
  return html`
    <h3>${t("programmes.champ.qui")}</h3>
    <p class="doux">${t(isOfPart ? "programmes.champ.vosregions" : "programmes.champ.rien")}</p>
    <${ChoiceGroup} legend=${t("programmes.champ.regions")} name="regionsEligibles">
      ${regions.map(({ id, nom }) => box("regionsEligibles", id, nom))}
    <//>
    <${ChoiceGroup} legend=${t("programmes.champ.categories")} name="categoriesPauvreteEligibles">
      ${CATEGORIES.map((value) => box("categoriesPauvreteEligibles", value, code("categorie", value)))}
    <//>
    <div class="deux">
      <${NumberField}
        label=${t("programmes.champ.scoremin")} name="seuilPmtMin" max="100" step="0.01"
        value=${programme?.seuilPmtMin}
      />
      <${NumberField}
        label=${t("programmes.champ.scoremax")} name="seuilPmtMax" max="100" step="0.01"
        value=${programme?.seuilPmtMax}
      />
      <${SelectField}
        label=${t("milieu")} name="milieuEligible" value=${programme?.milieuEligible}
        options=${[["tous", t("programmes.champ.partout")], ...withCodes("milieu", ["rural", "urbain"])]}
      />
    </div>
  `;
}

/** `onDone({id, text})` when the programme was saved. */
export function ProgrammeForm({ id, onDone }) {
  const loader = useMemo(createLoader, []);
  const isNew = id === NEW;
  useEffect(() => {
    loader.load((signal) => readForm(id, signal));
    return loader.abort;
  }, [id]);
  const leave = () => setView({ element: isNew ? null : id, onglet: null });
  const cancel = html`<button type="button" class="bouton" onClick=${leave}>${t("annuler")}</button>`;
  const form = ({ projects, regions, programme, tag }) => {
    const send = (sent) =>
      isNew
        ? api.send("POST", "/programmes", collectValues(sent))
        : api.send("PUT", `/programmes/${id}`, collectValues(sent), tag);
    const label = t(isNew ? "programmes.creer" : "enregistrer");
    return html`
      <section class="feuille formulaire-programme">
        <p class="doux petit">${t("comptes.necessaires")}</p>
        <${Form}
          label=${label} send=${send} onDone=${(answer) => onDone({ id: answer.data.id, text: answer.message })}
          extra=${cancel}
        >
          <${Identity} programme=${programme} projects=${projects} />
          <${Money} programme=${programme} />
          <${Criteria} programme=${programme} regions=${regions} />
        <//>
      </section>
    `;
  };
  return html`
    <div class="pile">
      <${BackHeader} label=${t(isNew ? "programmes.retour" : "programmes.leprogramme")} onBack=${leave}>
        <h2>${isNew ? t("programmes.nouveau") : (loader.value?.programme.nom ?? "")}</h2>
      <//>
      <${Loaded} from=${loader} lines=${6}>${form}<//>
    </div>
  `;
}
