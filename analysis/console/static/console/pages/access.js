/** A user's access: their last sign-in, their second factor, a new password, whether they may sign in at all. */

import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { date, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { ActiveBadge, formatName } from "./person.js";

const askReset = (user) =>
  ask({
    title: t("comptes.reinitialiser"),
    text: t("comptes.reinitialiser.texte"),
    label: t("comptes.reinitialiser.bouton"),
    parts: html`
      <${InputField}
        label=${t("etape.nouveau")} name="newPassword" type="password" autocomplete="new-password"
        help=${t("comptes.reinitialiser.aide")}
      />
    `,
    send: (form) => {
      const { value } = form.newPassword;
      return api.send("POST", `/users/${user.id}/reset-password`, value ? { newPassword: value } : {});
    },
  });

const askToggle = (user, key) =>
  ask({
    title: t(key),
    text: t(`${key}.texte`, { nom: formatName(user) }),
    label: t(key),
    send: () => api.send("POST", `/users/${user.id}/toggle-status`, {}),
  });

/** `onDone(message)` when something was changed. */
export function Access({ user, onDone }) {
  const key = user.isActive ? "comptes.desactiver" : "comptes.activer";
  const isSelf = user.id === currentUser().id;
  const run = async (request) => {
    const answer = await request;
    if (answer) onDone(answer.message);
  };
  const fact = (name, value) => html`<div><dt>${t(name)}</dt><dd>${value}</dd></div>`;
  const actions = () => html`
    <div class="actions">
      <button type="button" class="bouton" ...${needLine()} onClick=${() => run(askReset(user))}>
        ${t("comptes.reinitialiser")}
      </button>
      <button type="button" class="bouton" ...${needLine()} onClick=${() => run(askToggle(user, key))}>
        ${t(key)}
      </button>
    </div>
  `;
  return html`
    <section class="feuille">
      <h2>${t("comptes.acces")}</h2>
      <dl class="faits">
        ${fact("statut", html`<${ActiveBadge} isActive=${user.isActive} />`)}
        ${fact("comptes.connexion", user.lastLoginAt ? date(user.lastLoginAt) : t("jamais"))}
        ${fact("comptes.double", t(user.twoFactorEnabled ? "oui" : "non"))}
        ${fact("comptes.essais", String(user.failedLoginAttempts))}
      </dl>
      ${isSelf ? html`<p class="doux">${t("comptes.soimeme")}</p>` : actions()}
    </section>
  `;
}
