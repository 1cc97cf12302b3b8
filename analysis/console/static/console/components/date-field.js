/** A date that is typed in the order of the page's language, or picked from the browser's calendar.
 *
 * The browser's own field follows the language of the device, not that of the page: only its calendar is shown, and
 * it holds the value, as the API takes it, for the form around.
 */

import { fullDate, t } from "../i18n.js";
import { html, useElement, useLayoutEffect, useSignal } from "../preact.js";
import { readDate, writeDate } from "./day-text.js";
import { Icon } from "./icon.js";
import { FieldProblems } from "./problems.js";

/** The kinds of the browser's inputs that this stands for. */
export const DATE_KINDS = ["date", "month", "datetime-local"];
const CAN_PICK = "showPicker" in HTMLInputElement.prototype;

const writeBound = (bound) => (bound.length === 10 ? fullDate(bound) : writeDate(bound));

/** Say what is wrong with a value, if anything is. */
function findFault(value, { type, min, max }) {
  if (value === null) return t("saisie.date", { forme: t(`saisie.forme.${type}`) });
  if (value && min && value < min) return t("saisie.min", { borne: writeBound(min) });
  if (value && max && value > max) return t("saisie.max", { borne: writeBound(max) });
  return "";
}

/** Show the typed text, the calendar's button and, unseen, the input that holds the value. */
function Inputs({ id, name, type, min, max, label, required, fault, value, onChange }) {
  const typed = useElement();
  const native = useElement();
  const checkText = () => {
    const found = readDate(typed.current.value, type);
    const wrong = findFault(found, { type, min, max });
    typed.current.setCustomValidity(wrong);
    native.current.value = wrong ? "" : found;
    return wrong;
  };
  const acceptText = () => {
    fault.value = checkText();
    if (fault.value) return;
    typed.current.value = writeDate(native.current.value);
    onChange?.({ target: native.current });
  };
  const acceptPicked = () => {
    typed.current.value = writeDate(native.current.value);
    acceptText();
  };
  useLayoutEffect(() => {
    typed.current.value = writeDate(value);
    fault.value = checkText();
  }, [value]);
  const title = t("saisie.calendrier", { champ: label });
  return html`
    <div class="date">
      <input
        type="text" id=${id} ref=${typed} inputmode="numeric" autocomplete="off" required=${required}
        placeholder=${t(`saisie.forme.${type}`)} aria-invalid=${fault.value ? "true" : null}
        aria-describedby=${fault.value ? `faute-${name}` : null} onInput=${checkText} onChange=${acceptText}
      />
      <input
        type=${type} name=${name} ref=${native} class="tenu" tabindex="-1" aria-hidden="true" min=${min} max=${max}
        onChange=${acceptPicked}
      />
      ${
        CAN_PICK &&
        html`
          <button type="button" aria-label=${title} title=${title} onClick=${() => native.current.showPicker()}>
            <${Icon} name="calendar" />
          </button>
        `
      }
    </div>
  `;
}

/** Ask for a date, a month or a moment: `value` and what `onChange` gets are as the API has them.
 *
 * The label leads to the field by its `id`: a dialog over a page with a field of that name gives its own.
 */
export function DateField({ label, name, id = `f-${name}`, type = "date", help = null, class: extra = "", ...props }) {
  const fault = useSignal("");
  return html`
    <div class=${extra ? `champ ${extra}` : "champ"} data-champ=${name}>
      <span><label for=${id}>${label}</label></span>
      <${Inputs} id=${id} name=${name} type=${type} label=${label} fault=${fault} ...${props} />
      ${help && html`<small class="doux">${help}</small>`}
      ${
        fault.value
          ? html`<small class="faute faute-champ" id=${`faute-${name}`} role="alert">${fault.value}</small>`
          : html`<${FieldProblems} name=${name} />`
      }
    </div>
  `;
}
