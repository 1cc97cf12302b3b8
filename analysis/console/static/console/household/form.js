/** The page that registers a household or changes one. Only what was changed is sent, with the version that was read: a
 * change that somebody else made meanwhile is never overwritten.
 */

import { announce } from "../components/announce.js";
import { Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useEffect, useElement, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { collectChanges } from "./changes.js";
import { listSections, nameControl, writeValue } from "./fields.js";
import { AreaFields, PositionFields } from "./places-fields.js";
import { readForm } from "./read-form.js";

const NEW = "nouveau";

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
  const help = field.help ? t(field.help) : null;
  if (field.kind === "liste" || field.kind === "select") {
    const options = field.kind === "liste" ? listValues(lists, field.name, value) : [["", "–"], ...field.options];
    return html`<${SelectField} label=${label} name=${name} options=${options} value=${value} help=${help} />`;
  }
  const { kind, min, max, step, maxlength, required, type } = field;
  return html`
    <${InputField}
      label=${required ? `${label} *` : label} name=${name} value=${value} help=${help} autocomplete="off"
      type=${type ?? kind} min=${min} max=${max} step=${step} maxlength=${maxlength} required=${required}
    />
  `;
}

function Section({ section, found }) {
  const { id, part, isFolded, fields } = section;
  const controls = html`
    <div class="champs">
      ${fields.map((field) => html`<${Control} key=${field.name} field=${field} part=${part} ...${found} />`)}
    </div>
  `;
  const title = t(`menage.section.${id}`);
  return isFolded
    ? html`<details class="feuille"><summary>${title}</summary>${controls}</details>`
    : html`<section class="feuille"><h2>${title}</h2>${controls}</section>`;
}

function HouseholdForm({ found }) {
  const { household, tag, areas } = found;
  const box = useElement();
  const holder = useMemo(() => ({ current: /** @type {any} */ (null) }), []);
  const send = (form) => {
    const values = collectChanges(form, household);
    return household ? api.send("PUT", `/menages/${household.id}`, values, tag) : api.send("POST", "/menages", values);
  };
  const finish = (answer) => {
    const id = household?.id ?? answer.data.id;
    announce(t("menage.enregistre"));
    dispatchEvent(new Event("tabanca:registre"));
    setView({ vue: "carte", element: null, fiche: `menage/${id}`, carte: null });
  };
  useEffect(() => {
    holder.current = box.current.querySelector("form");
  }, []);
  const leave = () => setView({ vue: "carte", element: null, fiche: household ? `menage/${household.id}` : null });
  const cancel = html`<button type="button" class="bouton" onClick=${leave}>${t("annuler")}</button>`;
  const [head, ...others] = listSections();
  return html`
    <div class="fiche-menage" ref=${box}>
      ${household && html`<p class="doux">${t("menage.modifie", { code: household.codeMenage })}</p>`}
      <${Form} label=${t("enregistrer")} send=${send} onDone=${finish} extra=${cancel}>
        <${Section} section=${head} found=${found} />
        <section class="feuille">
          <h2>${t("menage.section.lieu")}</h2>
          <${AreaFields} household=${household} areas=${areas} />
          <${PositionFields} household=${household} form=${holder} />
        </section>
        ${others.map((section) => html`<${Section} key=${section.id} section=${section} found=${found} />`)}
      <//>
    </div>
  `;
}

export function Page() {
  const { element } = view.value;
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => readForm(element === NEW ? null : element, signal));
    return loader.abort;
  }, [element]);
  return html`
    <${Loaded} from=${loader} lines=${9}>
      ${(found) => html`<${HouseholdForm} key=${element} found=${found} />`}
    <//>
  `;
}
