/** What is missing or impossible in a form, in sentences of the page's language at its fields.
 *
 * The bubble of the browser speaks the language of the device, and hides behind what stands at the foot of the page.
 */

import { number, t } from "../i18n.js";
import { describePhone } from "./telephone.js";

function describeMissing({ type, tagName }) {
  if (type === "checkbox") return t("saisie.case");
  return t(tagName === "SELECT" || type === "radio" ? "saisie.choix" : "saisie.requis");
}

/** Say what is wrong with a control that has no place for it: after its label, or as what to do with a box. */
function describeNamed(control, text) {
  const label = control.labels?.[0]?.textContent.trim().replace(/[.:]$/, "").trim() ?? "";
  if (!label) return text;
  const isUnticked = control.type === "checkbox" && control.validity.valueMissing;
  return isUnticked ? t("saisie.cocher", { champ: `${label}.` }) : `${label} : ${text}`;
}

/** Say what is wrong with a control, the most telling first. */
function describe(control) {
  const { validity, type, min, max, minLength } = control;
  if (validity.valueMissing) return describeMissing(control);
  if (validity.customError) return control.validationMessage;
  if (validity.badInput) return t("saisie.nombre");
  if (validity.typeMismatch) return t(type === "email" ? "saisie.courriel" : "saisie.forme");
  if (validity.rangeUnderflow) return t("saisie.min", { borne: number(Number(min)) });
  if (validity.rangeOverflow) return t("saisie.max", { borne: number(Number(max)) });
  if (validity.stepMismatch)
    return t(control.step === "" || control.step === "1" ? "saisie.entier" : "saisie.decimales");
  if (validity.patternMismatch && type === "tel") return t("saisie.telephone", describePhone());
  if (validity.tooShort) return t("saisie.court", { n: minLength });
  return t("saisie.forme");
}

/** What stood there before somebody wrote is not theirs to mend: it keeps no form from being sent. */
const isOld = ({ validity, value, defaultValue }) => validity.patternMismatch && value === defaultValue;

/** Find what keeps a form from being sent: {fields: {name: [{id, text}]}, rest}, or null. */
export function findInvalid(form) {
  const wrong = [...form.elements].filter(
    (control) => control.willValidate && !control.validity.valid && !isOld(control),
  );
  if (!wrong.length) return null;
  const fields = {};
  const others = [];
  for (const control of wrong) {
    const name = control.closest("[data-champ]")?.dataset.champ;
    const text = describe(control);
    if (name) fields[name] ??= [{ id: `faute-${name.replaceAll(".", "-")}`, text }];
    else others.push(describeNamed(control, text));
  }
  return { fields, rest: [...new Set(others)].join(" ") };
}
