/** The complaints of the same matter. */

import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { Badge } from "../payments/parts.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { makeError } from "../server/errors.js";
import { findAddress } from "../state/view.js";

/** Link a complaint with the one of a reference, among those that the caller sees. */
async function link(complaint, reference) {
  const wanted = reference.trim().toUpperCase();
  const { data } = await api.getJson("/plaintes", { search: wanted, limit: 5 });
  const other = data.find((one) => one.reference === wanted);
  if (!other) {
    const text = t("plaintes.lien.inconnu");
    throw Object.assign(makeError("refused", text), { details: { plainte: [text] } });
  }
  await api.post(`/plaintes/${complaint.id}/liens`, { plainte: other.id });
  return true;
}

const askLink = (complaint) =>
  ask({
    title: t("plaintes.lier"),
    text: t("plaintes.lier.texte"),
    parts: html`<${InputField} label=${t("plaintes.reference")} name="plainte" maxlength="20" required />`,
    label: t("plaintes.lier"),
    send: (form) => link(complaint, form.plainte.value),
  });

const unlink = (complaint, other) => api.send("DELETE", `/plaintes/${complaint.id}/liens/${other.id}`);

export const Links = ({ complaint, links, run, canChange }) => html`
  <section class="feuille" id="liens">
    <h3>${t("plaintes.liens")}</h3>
    ${!links.length && html`<p class="doux">${t("plaintes.liens.aucun")}</p>`}
    <ul class="rangees">
      ${links.map(
        (other) => html`
          <li key=${other.id}>
            <div>
              <a class="lien" href=${findAddress({ vue: "plaintes", element: other.id })}>${other.reference}</a>
              <span class="petit doux">${code("plaintecategorie", other.categorie)}</span>
            </div>
            <${Badge} group="plainte" value=${other.statut} />
            ${
              canChange &&
              html`<button
                type="button" class="bouton" aria-label=${t("plaintes.delier", { reference: other.reference })}
                onClick=${() => run(() => unlink(complaint, other), t("plaintes.deliee"))}
              >
                ${t("plaintes.retirer")}
              </button>`
            }
          </li>
        `,
      )}
    </ul>
    ${
      canChange &&
      html`<div class="actions">
        <button type="button" class="bouton" onClick=${() => run(() => askLink(complaint), t("plaintes.liee"))}>
          ${t("plaintes.lier")}
        </button>
      </div>`
    }
  </section>
`;
