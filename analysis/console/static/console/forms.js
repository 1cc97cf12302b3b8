/** Forms whose problems stand as sentences at their fields, in a page or in a dialog. */

import { announce, h, icon } from "./dom.js";
import { t } from "./i18n.js";

/** A labelled control; `name` is the API's name of the field, so that its problems find it. */
export function field(label, control, { name = control.name, help } = {}) {
  return h("label", { class: "champ", "data-champ": name }, h("span", {}, label), control, help && h("small", { class: "doux" }, help));
}

export const input = (name, attributes) => h("input", { name, id: `f-${name}`, ...attributes });

/** A list of [value, label]; `value` is the chosen one. */
export const select = (name, options, value, attributes) =>
  h("select", { name, id: `f-${name}`, ...attributes }, options.map(([code, label]) => h("option", { value: code, selected: String(code) === String(value ?? "") }, label)));

/** Many of a list: a fieldset of boxes named alike. */
export function boxes(legend, name, options, chosen, attributes) {
  const box = ([value, label]) => h("label", { class: "case" }, h("input", { type: "checkbox", name, value, checked: chosen.includes(value), ...attributes }), h("span", {}, label));
  return h("fieldset", { class: "cases", "data-champ": name }, h("legend", {}, legend), h("div", {}, options.map(box)));
}

/** The ticked values of the boxes of a name. */
export const ticked = (form, name) => [...form.querySelectorAll(`[name="${name}"]:checked`)].map((box) => box.value);

/** What went wrong, in a sentence. */
export const sentence = (error) => (error.kind === "offline" ? t("erreur.offline.texte") : error.message || t(`erreur.${error.kind ?? "failed"}.texte`));

function clear(form) {
  for (const told of form.querySelectorAll(".faute-champ")) told.remove();
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
}

/** Puts each sentence at its field (a dotted path is the field of its first part); what has no field is told below. */
function tell(form, error) {
  const rest = [];
  for (const [path, told] of Object.entries(error.details ?? {})) {
    const place = form.querySelector(`[data-champ="${CSS.escape(path.split(".")[0])}"]`);
    if (!place) {
      rest.push(...[told].flat());
      continue;
    }
    const id = `faute-${path.replaceAll(".", "-")}`;
    place.append(h("small", { class: "faute faute-champ", id }, [told].flat().join(" ")));
    const control = place.querySelector("input, select, textarea");
    control?.setAttribute("aria-invalid", "true");
    control?.setAttribute("aria-describedby", id);
  }
  const first = form.querySelector("[aria-invalid]");
  form.querySelector(".faute[role=alert]").textContent = first && !rest.length ? "" : [...new Set(rest.length ? rest : [sentence(error)])].join(" ");
  if (first) {
    announce(first.parentElement.querySelector(".faute-champ")?.textContent ?? "");
    first.focus();
  }
}

/** A form: `send(form)` is called once at a time; `done(answer)` when it succeeded. `extra` stands beside the button. */
export function formOf({ parts, label, send, done, extra }) {
  const button = h("button", { type: "submit", class: "bouton principal" }, label);
  async function submit(event) {
    event.preventDefault();
    const form = event.target;
    clear(form);
    form.querySelector(".faute[role=alert]").textContent = "";
    button.disabled = true;
    try {
      done(await send(form));
    } catch (error) {
      tell(form, error);
    } finally {
      button.disabled = false;
    }
  }
  return h("form", { class: "formulaire", onsubmit: submit }, parts, h("p", { class: "faute", role: "alert" }), h("div", { class: "actions" }, button, extra));
}

/** Asks in a dialog. Resolves with the answer of `send(form)`, or with null when it was closed. */
export function ask({ title, text, parts = [], label, send }) {
  return new Promise((resolve) => {
    let answer = null;
    const dialog = h("dialog", { class: "demande", "aria-labelledby": "titre-demande" });
    const done = (given) => {
      answer = given ?? true;
      dialog.close();
    };
    dialog.append(h("h2", { id: "titre-demande" }, title), text && h("p", { class: "doux" }, text),
      formOf({ parts, label, send, done, extra: h("button", { type: "button", class: "bouton", onclick: () => dialog.close() }, t("annuler")) }));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A line that something was done, read aloud too. */
export function said(text) {
  announce(text);
  return h("p", { class: "dit" }, icon("check"), h("span", {}, text));
}
