/** The sign-in panel; also shown over the page when the session has run out, with everything kept beneath. */

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { LANGUAGES, lang, onLanguage, switchLanguage, t } from "./i18n.js";
import { onSession } from "./session.js";

const field = (label, attributes) => h("label", { class: "champ" }, h("span", {}, label), h("input", { required: true, ...attributes }));

function sentence(error) {
  if (error.kind === "offline") return t("erreur.offline.texte");
  if (error.code === "UNAUTHENTICATED") return t("connexion.faux");
  return error.message || t("erreur.failed.texte");
}

export function mountSignIn() {
  const dialog = h("dialog", { class: "connexion", "aria-labelledby": "titre-connexion" });
  let expired = false;
  let asksCode = false;
  let typed = "";

  async function submit(event) {
    event.preventDefault();
    const form = event.target;
    const button = form.querySelector("[type=submit]");
    const problem = form.querySelector("[role=alert]");
    button.disabled = true;
    button.textContent = t("connexion.encours");
    problem.textContent = "";
    try {
      await api.signIn(form.email.value.trim(), form.motdepasse.value, form.code?.value.trim());
    } catch (error) {
      if (error.code === "OTP_REQUIRED" && !asksCode) {
        asksCode = true;
        form.querySelector(".code").hidden = false;
        form.code.disabled = false;
        form.code.focus();
      } else {
        problem.textContent = sentence(error);
        form.motdepasse.select();
      }
    } finally {
      button.disabled = false;
      button.textContent = t("connexion.bouton");
    }
  }

  /** Asks for a link by mail. The answer is the same for every address. */
  async function forgot() {
    const form = dialog.querySelector("form");
    const told = form.querySelector("[role=alert]");
    if (!form.email.reportValidity()) return;
    try {
      await api.forgot(form.email.value.trim());
      told.textContent = t("connexion.oublie.fait");
    } catch (error) {
      told.textContent = sentence(error);
    }
  }

  function draw(error) {
    typed = dialog.querySelector("[name=email]")?.value ?? typed;
    const code = h("div", { class: "code", hidden: !asksCode },
      field(t("connexion.code"), { name: "code", inputmode: "numeric", autocomplete: "one-time-code", disabled: !asksCode }));
    replace(dialog,
      h("img", { src: new URL("./icons/tabanca.svg", import.meta.url).href, alt: "", width: 44, height: 44 }),
      h("h1", { id: "titre-connexion" }, "Tabanca"),
      h("p", { class: "doux" }, t(expired ? "connexion.expiree" : "connexion.invite")),
      h("form", { onsubmit: submit },
        field(t("connexion.adresse"), { name: "email", type: "email", autocomplete: "username", value: typed, autofocus: true }),
        field(t("connexion.motdepasse"), { name: "motdepasse", type: "password", autocomplete: "current-password" }),
        code,
        h("p", { class: "faute", role: "alert" }, error ? sentence(error) : ""),
        h("button", { type: "submit", class: "bouton principal large" }, t("connexion.bouton")),
        h("button", { type: "button", class: "lien", onclick: forgot }, t("connexion.oublie"))),
      h("div", { class: "langues", role: "group", "aria-label": t("langue") }, Object.entries(LANGUAGES).map(([value, name]) =>
        h("button", { type: "button", lang: value, "aria-pressed": String(value === lang()), onclick: () => switchLanguage(value) }, name))));
  }

  dialog.addEventListener("cancel", (event) => event.preventDefault());
  onSession((event) => {
    if (event !== "in") return;
    dialog.close();
    dialog.replaceChildren(); // no password stays in the page
    typed = "";
    asksCode = false;
  });
  onLanguage(() => dialog.open && draw());
  return {
    dialog,
    show(hasExpired, error) {
      expired = hasExpired;
      draw(error);
      if (!dialog.open) dialog.showModal();
    },
  };
}
