/** Forms whose problems stand as sentences at their fields, in a page or in a dialog. */

import { t } from "../i18n.js";
import { html, render, useElement, useLayoutEffect, useSignal } from "../preact.js";
import { announce } from "./announce.js";
import { describeError } from "./feedback.js";
import { Problems } from "./problems.js";
import { findInvalid } from "./validity.js";

const NONE = { fields: {}, rest: "", isMended: false };

const findField = (form, name) => form.querySelector(`[data-champ="${CSS.escape(name)}"]`);

/** Sort an error's sentences by field: a dotted path is a field of that name, else that of its first part. What has no
 * field comes below. */
function sortProblems(form, error) {
  const fields = {};
  const others = [];
  for (const [path, sentences] of Object.entries(error.details ?? {})) {
    const name = findField(form, path) ? path : path.split(".")[0];
    const texts = [sentences].flat();
    if (findField(form, name)) {
      fields[name] ??= [];
      fields[name].push({ id: `faute-${path.replaceAll(".", "-")}`, text: texts.join(" ") });
    } else {
      others.push(...texts);
    }
  }
  const hasOnlyFields = Object.keys(fields).length > 0 && others.length === 0;
  const rest = others.length ? others : [describeError(error)];
  return { fields, rest: hasOnlyFields ? "" : [...new Set(rest)].join(" "), isMended: false };
}

/** Mark the controls of the problems. */
function markControls(form, { fields }) {
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  for (const [name, problems] of Object.entries(fields)) {
    const control = findField(form, name)?.querySelector("input, select, textarea");
    control?.setAttribute("aria-invalid", "true");
    control?.setAttribute("aria-describedby", problems.at(-1).id);
  }
}

/** Go to the first problem; no other one stays in a closed fold. */
function goToFirst(form, { rest }) {
  const [first, ...others] = form.querySelectorAll("[aria-invalid]");
  if (!first) {
    // What concerns no field stands below a form that may be longer than the screen.
    if (rest) form.querySelector("[role=alert]").scrollIntoView({ block: "center" });
    return;
  }
  announce(first.closest("[data-champ]")?.querySelector(".faute-champ")?.textContent ?? "");
  for (const control of [first, ...others]) control.closest("details")?.setAttribute("open", "");
  first.focus();
  // Its sentence stands below it, where a dialog that is longer than the screen hides it.
  first.closest("[data-champ]")?.scrollIntoView({ block: "center" });
}

/** Show a form: `send(form)` is called once at a time; `onDone(answer)` when it succeeded.
 *
 * `extra` stands beside the button, which is red where the act `isGrave`. A form without `label` cannot be sent.
 */
export function Form({ label = null, isGrave = false, send, onDone, extra = null, children }) {
  const form = useElement();
  const problems = useSignal(NONE);
  const isBusy = useSignal(false);

  async function submit(event) {
    event.preventDefault();
    const invalid = findInvalid(form.current);
    problems.value = invalid ? { ...invalid, isMended: false } : NONE;
    if (invalid) return;
    isBusy.value = true;
    try {
      onDone(await send(form.current));
    } catch (error) {
      if (form.current) problems.value = sortProblems(form.current, error);
    } finally {
      isBusy.value = false;
    }
  }

  /** Take the problem of a field away once somebody mends it: the next sending judges it anew. */
  function mend({ target }) {
    const name = target.closest("[data-champ]")?.dataset.champ;
    const { [name]: mended, ...fields } = problems.peek().fields;
    if (mended) problems.value = { ...problems.peek(), fields, isMended: true };
  }

  /** Say of a field that somebody has filled what is wrong with it, before the rest is filled. */
  function check({ target }) {
    const name = target.closest("[data-champ]")?.dataset.champ;
    const wrong = target.value ? findInvalid(form.current)?.fields[name] : null;
    if (wrong)
      problems.value = { ...problems.peek(), fields: { ...problems.peek().fields, [name]: wrong }, isMended: true };
  }

  const found = problems.value;
  useLayoutEffect(() => {
    markControls(form.current, found);
    if (!found.isMended) goToFirst(form.current, found);
  }, [found]);
  return html`
    <form class="formulaire" noValidate onSubmit=${submit} onInput=${mend} onChange=${check} ref=${form}>
      <${Problems.Provider} value=${found.fields}>${children}<//>
      <p class="faute" role="alert">${found.rest}</p>
      ${
        label &&
        html`
          <div class="actions">
            <button
              type="submit" class=${isGrave ? "bouton principal grave" : "bouton principal"} disabled=${isBusy.value}
            >
              ${label}
            </button>
            ${extra}
          </div>
        `
      }
    </form>
  `;
}

function Question({ title, text, parts, label, back, isGrave, send, onDone, onClose }) {
  const dialog = useElement();
  useLayoutEffect(() => {
    dialog.current.showModal();
    const close = () => dialog.current?.close(); // who goes back leaves the page that asked
    addEventListener("popstate", close);
    return () => removeEventListener("popstate", close);
  }, []);
  const done = (answer) => {
    onDone(answer);
    dialog.current.close();
  };
  const cancel =
    back && html`<button type="button" class="bouton" onClick=${() => dialog.current.close()}>${back}</button>`;
  return html`
    <dialog class="demande" aria-labelledby="titre-demande" ref=${dialog} onClose=${onClose}>
      <h2 id="titre-demande">${title}</h2>
      ${text && html`<p class="doux">${text}</p>`}
      <${Form} label=${label} isGrave=${isGrave} send=${send} onDone=${done} extra=${cancel}>${parts}<//>
    </dialog>
  `;
}

/**
 * Ask in a dialog. Resolves with the answer of `send(form)`, or with null when it was closed; `back`: what its button
 * that closes it says; null of a dialog that only says something.
 * @param {{title: string, text?: string, parts?: any, label: string, back?: string | null, isGrave?: boolean,
 *   send: (form: any) => Promise<any>}} question
 * @returns {Promise<any>}
 */
export function ask({ title, text = "", parts = null, label, back = t("annuler"), isGrave = false, send }) {
  const host = document.createElement("div");
  document.body.append(host);
  return new Promise((resolve) => {
    let answer = null;
    const onDone = (given) => {
      answer = given ?? true;
    };
    const onClose = () => {
      render(null, host);
      host.remove();
      resolve(answer);
    };
    const props = { title, text, parts, label, back, isGrave, send, onDone, onClose };
    render(html`<${Question} ...${props} />`, host);
  });
}
