/** The dialog that takes a complaint at a desk. */

import { Field, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { WaitNote } from "../offline/offline-line.js";
import { sendOrKeep } from "../offline/outbox.js";
import { html } from "../preact.js";
import { currentUser } from "../server/session.js";
import { isHandedOver, isReadable } from "./categories.js";
import { DESK_ORIGINS } from "./complaint-state.js";
import { handOver } from "./receipt.js";
import { PlaceFields, readChoices, readPlace, readSubject, SubjectFields } from "./subject.js";
import { TitleFields } from "./title-fields.js";

/** Whom it is about comes first: that names the household, and with it the place. */
const Parts = ({ regions, cycles, entered }) => html`
  <${WaitNote} />
  <${SubjectFields} cycles=${cycles} complaint=${entered.sujet}>
    <${TitleFields} entered=${entered} />
    <${Field} label=${t("plaintes.description")} name="description">
      <textarea
        name="description" id="f-description" maxlength="10000" defaultValue=${entered.description ?? ""}
      />
    <//>
    <${SelectField}
      label=${t("plaintes.canal")} name="canal" value=${entered.canal ?? DESK_ORIGINS[0]}
      options=${DESK_ORIGINS.map((one) => [one, code("canal", one)])}
    />
    <div class="deux">
      <${InputField}
        label=${t("plaintes.plaignant")} name="plaignant" value=${entered.plaignant} maxlength="255"
        help=${t("plaintes.anonyme")}
      />
      <${InputField} label=${t("telephone")} name="telephone" value=${entered.telephone} type="tel" maxlength="32" />
    </div>
    <${PlaceFields} regions=${regions} place=${findPlace(entered)} />
  <//>
`;

/** What a complaint is about, found by its code when it was first entered. */
const SUBJECT = ["beneficiaireId", "menageId", "paiementId", "cycleId", "verificationId"];
const PLACES = ["regionId", "secteurId", "localiteId"];
const NAMES = ["objet", "description", "categorie", "priorite", "canal", "plaignant", "telephone"];

/** Return the places of what was entered before, as the fields take them. */
const findPlace = ({ regionId, secteurId, localiteId }) => {
  const place = { region: regionId, secteur: secteurId, localite: localiteId };
  return Object.fromEntries(Object.entries(place).map(([name, id]) => [name, id ? { id } : null]));
};

/** Return whether who sends a complaint may read it: one of no place is for who sees the country. */
function isVisible(sent) {
  const isPlaced = !currentUser().regions?.length || [...PLACES, ...SUBJECT].some((name) => sent[name]);
  return isPlaced && isReadable(sent.categorie);
}

async function sendComplaint(form, entered) {
  const body = Object.fromEntries(NAMES.map((name) => [name, form[name].value || null]));
  const subject = Object.fromEntries(SUBJECT.filter((name) => entered[name]).map((name) => [name, entered[name]]));
  const whole = { ...subject, ...body, ...readPlace(form), ...(await readSubject(form)) };
  const created = await sendOrKeep({
    kind: "plainte",
    name: body.objet,
    method: "POST",
    path: "/plaintes",
    body: whole,
  });
  if (created.waits) return created;
  return { ...created.data, categorie: whole.categorie, isVisible: isVisible(whole) };
}

/** Ask for a complaint; `entered` is what was entered before; its `sujet` is what it is about, as a
 * complaint says it, its `effet` what taking it changes elsewhere. Resolves with {id, reference, isVisible}, with
 * {waits} where there is no connection, or with null. */
export async function askComplaint(entered = /** @type {any} */ ({})) {
  const choices = await readChoices();
  const taken = await ask({
    title: t("plaintes.nouvelle"),
    text: entered.effet ?? "",
    parts: html`<${Parts} ...${choices} entered=${entered} />`,
    label: t("enregistrer"),
    send: (form) => sendComplaint(form, entered),
  });
  if (taken?.id && isHandedOver(taken.categorie)) await handOver(taken);
  return taken;
}
