/** What comes before anything else: a new password by the link of a mail or after a reset, and the second factor. */

import * as api from "./api.js";
import { h, replace, svg } from "./dom.js";
import { t } from "./i18n.js";

const LINK = "mot-de-passe";

/** The token of a mail's link. It is taken out of the address at once: no history and no screenshot keeps it. */
export function takeLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get(LINK);
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}

const sentence = (error) => (error.kind === "offline" ? t("erreur.offline.texte") : (Object.values(error.details ?? {}).flat()[0] ?? error.message) || t("erreur.failed.texte"));

const field = (label, attributes) => h("label", { class: "champ" }, h("span", {}, label), h("input", { required: true, ...attributes }));
const password = (label, name, autocomplete) => field(label, { name, type: "password", autocomplete, maxlength: 128 });

/** Shows a form until `send(form)` succeeds; resolves with its answer. It cannot be closed: nothing else works yet. */
function ask(title, text, parts, send) {
  const dialog = h("dialog", { class: "connexion", "aria-labelledby": "titre-etape" });
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  return new Promise((resolve) => {
    const problem = h("p", { class: "faute", role: "alert" });
    const button = h("button", { type: "submit", class: "bouton principal large" }, t("etape.continuer"));
    const submit = async (event) => {
      event.preventDefault();
      button.disabled = true;
      problem.textContent = "";
      try {
        const answer = await send(event.target);
        dialog.close();
        dialog.remove();
        resolve(answer);
      } catch (error) {
        problem.textContent = sentence(error);
      } finally {
        button.disabled = false;
      }
    };
    replace(dialog, h("h1", { id: "titre-etape" }, title), h("p", { class: "doux" }, text), h("form", { onsubmit: submit }, parts, problem, button));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A new password by the token of a mail; then one signs in with it. */
export const setPassword = (token) =>
  ask(t("etape.motdepasse.titre"), t("etape.motdepasse.texte"), [password(t("etape.nouveau"), "nouveau", "new-password")], (form) =>
    api.setPassword(token, form.nouveau.value));

const changePassword = () =>
  ask(
    t("etape.motdepasse.titre"),
    t("etape.motdepasse.texte"),
    [password(t("etape.actuel"), "actuel", "current-password"), password(t("etape.nouveau"), "nouveau", "new-password")],
    (form) => api.post("/auth/password/change", { currentPassword: form.actuel.value, newPassword: form.nouveau.value }),
  );

/** The picture that the server made, drawn anew: nothing of an answer becomes markup. */
function picture(uri) {
  const made = new DOMParser().parseFromString(decodeURIComponent(uri.slice(uri.indexOf(",") + 1)), "image/svg+xml");
  const size = made.documentElement.getAttribute("width");
  const line = made.querySelector("path");
  return svg("svg", { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": t("etape.double.image") },
    svg("path", { d: line.getAttribute("d"), transform: line.getAttribute("transform"), stroke: "#000" }));
}

async function enrol() {
  const { secret, qrCode } = await api.post("/auth/2fa/setup", {});
  const parts = [
    picture(qrCode),
    h("p", { class: "doux" }, t("etape.double.cle"), " ", h("code", {}, secret)),
    field(t("connexion.code"), { name: "code", inputmode: "numeric", autocomplete: "one-time-code" }),
    password(t("etape.actuel"), "actuel", "current-password"),
  ];
  const confirm = (form) => api.post("/auth/2fa/confirm", { otp: form.code.value.trim(), password: form.actuel.value });
  const { recoveryCodes } = await ask(t("etape.double.titre"), t("etape.double.texte"), parts, confirm);
  const list = h("ul", { class: "codes" }, recoveryCodes.map((code) => h("li", {}, h("code", {}, code))));
  await ask(t("etape.codes.titre"), t("etape.codes.texte"), [list], async () => {});
}

/** Does what the user's `restriction` asks for. */
export const meet = (restriction) => (restriction === "mot_de_passe" ? changePassword() : enrol());
