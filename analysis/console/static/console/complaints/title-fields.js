/** The category of a new complaint, then its subject in a few words: the usual ones of the category are offered. */

import { InputField, SelectField } from "../components/fields.js";
import { code, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { CATEGORIES } from "./categories.js";

const PRIORITIES = ["moyenne", "haute", "urgente", "basse"];
// Nobody's words are suggested for violence, and nothing is usual of the rest.
const SUGGESTED = new Set(["paiement", "ciblage", "enrolement", "corruption", "service"]);
const PLACES = [1, 2, 3];

/** Offer the usual subjects of a category: one that is pressed stands in the field, to be completed. */
function Suggestions({ category }) {
  if (!SUGGESTED.has(category)) return null;
  const choose = (text) => (event) => {
    const input = event.target.closest("form").elements.objet;
    input.value = text;
    input.focus();
  };
  const button = (place) => {
    const text = t(`plaintes.objet.${category}.${place}`);
    return html`<button type="button" class="choix" key=${place} onClick=${choose(text)}>${text}</button>`;
  };
  return html`
    <div class="choix-rangee" role="group" aria-label=${t("plaintes.objet.idees")}>${PLACES.map(button)}</div>
  `;
}

/** `entered`: what was entered before. */
export function TitleFields({ entered }) {
  const category = useSignal(entered.categorie ?? "");
  return html`
    <div class="deux">
      <${SelectField}
        label=${t("categorie.plainte")} name="categorie" value=${category.value} required
        options=${[["", t("menage.lieu.choisir")], ...CATEGORIES.map((one) => [one, code("plaintecategorie", one)])]}
        onChange=${(event) => (category.value = event.target.value)}
      />
      <${SelectField}
        label=${t("priorite")} name="priorite" value=${entered.priorite}
        options=${PRIORITIES.map((one) => [one, code("priorite", one)])}
      />
    </div>
    <${InputField} label=${t("tableau.objet")} name="objet" value=${entered.objet} maxlength="255" required />
    <${Suggestions} category=${category.value} />
  `;
}
