/** The page that registers a household or changes one. Only what was changed is sent, with the version that was read: a
 * change that somebody else made meanwhile is never overwritten.
 */

import { describeSizeGap } from "../cards/household-parts.js";
import { savedHousehold } from "../cards/saved.js";
import { announce } from "../components/announce.js";
import { Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { t } from "../i18n.js";
import { Aged } from "../offline/aged.js";
import { findAge } from "../offline/held-answers.js";
import { drop, findWaiting, sendOrKeep } from "../offline/outbox.js";
import { layOver, takeResumed } from "../offline/resume.js";
import { html, useEffect, useElement, useMemo, useRef, useSignal } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { openPage, setView, view } from "../state/view.js";
import { collectChanges } from "./changes.js";
import { leaveDraft, takeDraft } from "./draft.js";
import { listSections, nameControl, writeValue } from "./fields.js";
import { AreaFields, PositionFields } from "./places-fields.js";
import { SectionCount, Steps, useProgress } from "./progress.js";
import { readForm } from "./read-form.js";

const NEW = "nouveau";
const ACCOUNTS = ["numeroMobileMoney", "compteBancaire"];
const NEW_TARGET = { method: "POST", path: "/menages" };

/** List the values of a reference list; one that is not in it any more stays the choice of who has it. */
function listValues(lists, name, value) {
  const options = (lists[name] ?? []).map((one) => [one.value, one.label]);
  const isKnown = !value || options.some(([known]) => known === value);
  return [["", "–"], ...(isKnown ? [] : [[value, value]]), ...options];
}

function Control({ field, part, household, lists }) {
  const holder = part ? household?.[part] : household;
  const value = writeValue(field, holder?.[field.name]);
  const label = t(`menage.champ.${field.name}`);
  const name = nameControl(part, field.name);
  const help = field.help && !household ? t(field.help) : null; // said of a new household alone
  if (field.kind === "liste" || field.kind === "select") {
    const options = field.kind === "liste" ? listValues(lists, field.name, value) : [["", "–"], ...field.options];
    return html`<${SelectField} label=${label} name=${name} options=${options} value=${value} help=${help} />`;
  }
  const { kind, min, max, step, maxlength, required, type } = field;
  return html`
    <${InputField}
      label=${label} name=${name} value=${value} help=${help} autocomplete="off"
      type=${type ?? kind} min=${min} max=${max} step=${step} maxlength=${maxlength} required=${required}
    />
  `;
}

const SIZED = ["menage", "composition"]; // sections in which the size, or its ages, are entered

/** Say while it is entered that the ages do not make up the size. */
function SizeNote() {
  const gap = useSignal("");
  const note = useElement();
  useEffect(() => {
    const form = note.current.closest("form");
    const look = () => {
      gap.value = describeSizeGap(Object.fromEntries(new FormData(form)));
    };
    look();
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, []);
  return html`<p ref=${note} class=${gap.value ? "note" : "hors-vue"} role="status">${gap.value}</p>`;
}

/** A section that is opened and closed by its title, which says how much of it is filled in. */
const Fold = ({ id, isOpen = true, counts, children }) => html`
  <details class="feuille" data-section=${id} open=${isOpen}>
    <summary><h2>${t(`menage.section.${id}`)}</h2><${SectionCount} id=${id} counts=${counts} /></summary>
    ${children}
  </details>
`;

function Section({ section, found, isAged, counts }) {
  const { id, part, isFolded } = section;
  // What this device does not keep is not asked for: an empty field would look as if there was none.
  const fields = section.fields.filter(({ name }) => !isAged || !ACCOUNTS.includes(name));
  const controls = html`
    <div class="champs">
      ${fields.map((field) => html`<${Control} key=${field.name} field=${field} part=${part} ...${found} />`)}
    </div>
    ${SIZED.includes(id) && html`<${SizeNote} />`}
  `;
  return html`<${Fold} id=${id} isOpen=${!isFolded} counts=${counts}>${controls}<//>`;
}

function HouseholdForm({ found }) {
  const { household, tag, areas } = found;
  const entry = useMemo(() => takeResumed(household), []);
  const element = household?.id ?? NEW;
  const draft = useMemo(() => (entry ? null : takeDraft(element)), []);
  const isOver = useRef(false); // sent, or given up
  const isAged = findAge(household) !== null;
  const laid = entry?.body ?? draft;
  const merged = { ...found, household: laid ? layOver(household, laid) : household };
  const box = useElement();
  const counts = useProgress(box);
  const holder = useMemo(() => ({ current: /** @type {any} */ (null) }), []);
  const send = (form) => {
    const body = collectChanges(form, household);
    const name = household?.codeMenage ?? body.chefMenage?.nomComplet ?? "";
    const target = household ? { method: "PUT", path: `/menages/${household.id}`, tag } : NEW_TARGET;
    return sendOrKeep({ kind: household ? "menage" : "nouveau", name, body, ...target });
  };
  const finish = async (answer) => {
    isOver.current = true;
    if (entry) await drop(entry.id);
    if (answer.waits) {
      openPage("attente");
      return;
    }
    const id = household?.id ?? answer.data.id;
    announce(t("menage.enregistre"));
    savedHousehold.value = id;
    dispatchEvent(new Event("tabanca:registre"));
    setView({ vue: "carte", element: null, fiche: `menage/${id}`, carte: null });
  };
  useEffect(() => {
    const form = box.current.querySelector("form");
    holder.current = form;
    savedHousehold.value = null;
    const collect = () => JSON.stringify(collectChanges(form, household));
    const before = draft ? "" : collect();
    return () => {
      if (!isOver.current && collect() !== before) leaveDraft(element, collectChanges(form, household));
    };
  }, []);
  const leave = () => {
    isOver.current = true;
    setView({ vue: "carte", element: null, fiche: household ? `menage/${household.id}` : null });
  };
  const cancel = html`<button type="button" class="bouton" onClick=${leave}>${t("annuler")}</button>`;
  const [head, ...others] = listSections();
  return html`
    <div class="fiche-menage" ref=${box}>
      ${household && html`<${Aged} parts=${[household]} onBack=${() => {}} />`}
      ${household && html`<p class="doux">${t("menage.modifie", { code: household.codeMenage })}</p>`}
      ${draft && html`<p class="note" role="status">${t("menage.brouillon")}</p>`}
      <${Form} label=${t("enregistrer")} send=${send} onDone=${finish} extra=${cancel}>
        <${Steps} counts=${counts} />
        <${Section} section=${head} found=${merged} isAged=${isAged} counts=${counts} />
        <${Fold} id="lieu" counts=${counts}>
          <${AreaFields} household=${merged.household} areas=${areas} />
          <${PositionFields} household=${merged.household} form=${holder} areas=${areas} />
        <//>
        ${others.map(
          (section) => html`
            <${Section} key=${section.id} section=${section} found=${merged} isAged=${isAged} counts=${counts} />
          `,
        )}
      <//>
    </div>
  `;
}

/** Say that a change waits already: a second one would be made of what the first has not changed yet. */
const AlreadyWaits = () => html`
  <div class="note">
    <p>${t("horsligne.deja")}</p>
    <button type="button" class="bouton" onClick=${() => openPage("attente")}>${t("attente.titre")}</button>
  </div>
`;

export function Page() {
  const { element } = view.value;
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => readForm(element === NEW ? null : element, signal));
    return loader.abort;
  }, [element]);
  return html`
    <${Loaded} from=${loader} lines=${9}>
      ${(found) =>
        findWaiting(`/menages/${element}`)
          ? html`<${AlreadyWaits} />`
          : html`<${HouseholdForm} key=${element} found=${found} />`}
    <//>
  `;
}
