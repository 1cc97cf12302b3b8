/** Who one is: names and telephone, which one corrects oneself, and what others hold. */

import { Done } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { formatName, nameRegions } from "./person.js";

const Fields = ({ user }) => html`
  <div class="deux">
    <${InputField}
      label=${t("comptes.prenom")} name="prenom" value=${user.prenom} maxlength="100" autocomplete="given-name"
    />
    <${InputField}
      label=${t("comptes.nomfamille")} name="nom" value=${user.nom} maxlength="100" required autocomplete="family-name"
    />
  </div>
  <${InputField}
    label=${t("telephone")} name="telephone" type="tel" value=${user.telephone} maxlength="32" autocomplete="tel"
  />
`;

const askChange = (user, tag) =>
  ask({
    title: t("profil.corriger"),
    text: t("profil.corriger.texte"),
    label: t("enregistrer"),
    parts: html`<${Fields} user=${user} />`,
    send: (form) =>
      api.send(
        "PATCH",
        "/auth/me",
        {
          prenom: form.prenom.value.trim(),
          nom: form.nom.value.trim(),
          telephone: form.telephone.value.trim() || null,
        },
        tag,
      ),
  });

/** `tag`: the version that is shown. `onDone()` when it was changed. */
export function Identity({ user, tag, onDone }) {
  const message = useSignal("");
  const change = async () => {
    message.value = "";
    const answer = await askChange(user, tag);
    if (!answer) return;
    message.value = answer.message;
    onDone();
    api.renew().catch(() => null); // the menu names who is signed in as the session does
  };
  return html`
    <section class="feuille">
      <h2>${formatName(user)}</h2>
      ${message.value && html`<${Done} text=${message.value} />`}
      <dl class="faits">
        <div><dt>${t("connexion.adresse")}</dt><dd class="coupe">${user.email}</dd></div>
        <div><dt>${t("telephone")}</dt><dd>${user.telephone || "–"}</dd></div>
        <div><dt>${t("role")}</dt><dd>${user.role.nom}</dd></div>
        <div><dt>${t("profil.voit")}</dt><dd>${nameRegions(user)}</dd></div>
      </dl>
      <p class="doux petit">${t("profil.identite.aide")}</p>
      <div class="actions">
        <button type="button" class="bouton" onClick=${change}>${t("profil.corriger")}</button>
      </div>
    </section>
  `;
}
