/** What a complaint is about, and where: the fields of a form, and what they say to the API. */

import { InputField, SelectField } from "../components/fields.js";
import { period, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { makeError } from "../server/errors.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { ContestedCheck } from "./contested-check.js";
import { PersonField } from "./person-field.js";

const PLACE = ["regionId", "secteurId", "localiteId"];
const SUBJECT = ["beneficiaireId", "paiementId", "cycleId", "verificationId"];
const CYCLES = 100;
const NONE = ["", "–"];
const name = ({ id, nom }) => [id, nom];

/** Ask for a region, one of its secteurs and one of its villages; `place` is {region, secteur, localite} so far. */
export function PlaceFields({ regions, place = /** @type {any} */ ({}) }) {
  const sectors = useSignal(/** @type {any[]} */ ([]));
  const villages = useSignal(/** @type {any[]} */ ([]));
  const chooseRegion = async (id) => {
    villages.value = [];
    sectors.value = id ? await places.listSectorsOf(id).catch(() => []) : [];
  };
  const chooseSector = async (id) => {
    const sector = sectors.value.find((one) => one.id === id);
    const known = sector ? await places.listVillages().catch(() => []) : [];
    const found = known.filter((one) => one.secteur === sector.nom && one.region === sector.region);
    villages.value = found.sort((one, other) => one.nom.localeCompare(other.nom));
  };
  // Who has one region takes complaints there: of one without a place they would see nothing more.
  const region = place.region?.id ?? (regions.length === 1 ? regions[0].id : null);
  useEffect(() => {
    if (region) chooseRegion(region).then(() => chooseSector(place.secteur?.id));
  }, []);
  return html`
    <div class="champs">
      <${SelectField}
        label=${t("region")} name="regionId" value=${region} options=${[NONE, ...regions.map(name)]}
        onChange=${(event) => chooseRegion(event.target.value)}
      />
      <${SelectField}
        label=${t("secteur")} name="secteurId" value=${place.secteur?.id} options=${[NONE, ...sectors.value.map(name)]}
        onChange=${(event) => chooseSector(event.target.value)}
      />
      <${SelectField}
        label=${t("localite")} name="localiteId" value=${place.localite?.id}
        options=${[NONE, ...villages.value.map(name)]} help=${t("plaintes.lieu.aide")}
      />
    </div>
  `;
}

/** List cycles as options, by programme and with their codes, which a closed list says, too: names repeat. `chosen` may
 * be an older one. */
function groupCycles(cycles, chosen = /** @type {any} */ (null)) {
  const older = chosen && !cycles.some(({ id }) => id === chosen.id) ? [name(chosen)] : [];
  const programmes = [...new Set(cycles.map((one) => one.programme.nom))];
  const list = (programme) =>
    cycles
      .filter((one) => one.programme.nom === programme)
      .map((one) => [one.id, `${one.code} · ${one.nom} · ${period(one.dateDebut, one.dateFin)}`]);
  return [NONE, ...older, ...programmes.map((programme) => [programme, list(programme)])];
}

/** Ask for the code of a person or household, a payment, a cycle and a contested check; `complaint` names those now.
 * Other fields may stand between, after the person: `children`. */
export function SubjectFields({ cycles, complaint = /** @type {any} */ (null), children = /** @type {any} */ (null) }) {
  const about = complaint?.sujet ?? {};
  const person = useSignal(about.beneficiaire?.id ?? null);
  const request = useMemo(() => ({ last: "" }), []);
  const choosePerson = async (wanted) => {
    request.last = wanted;
    const found = wanted && may("transferts.lire") ? await findRow("/beneficiaires", "codeBeneficiaire", wanted) : null;
    // The text that was typed before a name was chosen may be answered later.
    if (request.last === wanted) person.value = found?.id ?? null;
  };
  return html`
    <${PersonField} value=${about.beneficiaire?.code ?? about.menage?.code} onChoose=${choosePerson} />
    ${children}
    ${
      may("transferts.lire") &&
      html`
        <div class="deux">
          <${InputField}
            label=${t("plaintes.paiement.reference")} name="paiementId" maxlength="60"
            value=${complaint?.paiement?.reference}
          />
          <${SelectField}
            label=${t("cycle")} name="cycleId" value=${about.cycle?.id} options=${groupCycles(cycles, about.cycle)}
          />
        </div>
        <${ContestedCheck}
          beneficiaryId=${person.value}
          chosen=${person.value === about.beneficiaire?.id ? complaint?.verificationId : null}
        />
      `
    }
  `;
}

/** List what the fields offer: regions, and the latest cycles of who may read them. */
export async function readChoices() {
  const regions = places.listRegions().catch(() => []);
  const cycles = may("transferts.lire") ? api.get("/cycles", { limit: CYCLES }).catch(() => []) : [];
  return { regions: await regions, cycles: await cycles };
}

const read = (form, names) => names.map((one) => form[one]?.value.trim() ?? "");

/** Return the places that are chosen in a form, as the API takes them. */
export const readPlace = (form) => Object.fromEntries(PLACE.map((one) => [one, form[one].value || null]));

function refuse(field, sentence) {
  throw Object.assign(makeError("refused", sentence), { details: { [field]: [sentence] } });
}

/** Find the row of exactly this code among those that the caller sees. */
async function findRow(path, field, wanted) {
  const { data } = await api.getJson(path, { search: wanted, limit: 5 });
  return data.find((one) => one[field]?.toUpperCase() === wanted.toUpperCase());
}

/** Look a code up for a field; without a connection say what to do instead. */
async function lookUp(field, find) {
  try {
    return await find();
  } catch (error) {
    return error.status === 0 ? refuse(field, t("plaintes.concerne.horsligne")) : Promise.reject(error);
  }
}

async function findPerson(code) {
  if (!code) return {};
  const person = may("transferts.lire") && (await findRow("/beneficiaires", "codeBeneficiaire", code));
  if (person) return { beneficiaireId: person.id };
  const household = may("registre.lire") && (await findRow("/menages", "codeMenage", code));
  return household ? { menageId: household.id } : refuse("beneficiaireId", t("plaintes.concerne.inconnu"));
}

async function findPayment(reference) {
  if (!reference) return {};
  const payment = await findRow("/paiements", "reference", reference);
  return payment ? { paiementId: payment.id } : refuse("paiementId", t("plaintes.paiement.inconnu"));
}

/** Return what a form says the complaint is about, as the API takes it; nothing where it says nothing. */
export async function readSubject(form) {
  const [code, reference, cycleId, verificationId] = read(form, SUBJECT);
  const chosen = { ...(cycleId && { cycleId }), ...(verificationId && { verificationId }) };
  const person = await lookUp("beneficiaireId", () => findPerson(code));
  const payment = await lookUp("paiementId", () => findPayment(reference));
  return { ...person, ...payment, ...chosen };
}

/** Return what a form changes of a complaint: its place, what it is about, both or nothing. */
export async function readChange(form, complaint) {
  const { region, secteur, localite, sujet, paiement } = complaint;
  const place = [region, secteur, localite].map((one) => one?.id ?? "");
  const person = sujet.beneficiaire?.code ?? sujet.menage?.code;
  const about = [person, paiement?.reference, sujet.cycle?.id, complaint.verificationId];
  const isSame = (names, values) => read(form, names).every((value, index) => value === (values[index] ?? ""));
  const changed = isSame(PLACE, place) ? {} : readPlace(form);
  if (!form.beneficiaireId || isSame(SUBJECT, about)) return changed;
  const subject = await readSubject(form);
  // Emptied fields say that it is about nobody.
  return { ...changed, ...(Object.keys(subject).length ? subject : { menageId: null }) };
}
