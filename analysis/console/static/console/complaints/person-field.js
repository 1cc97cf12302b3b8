/** Whom a complaint is about: a code that is typed, or a person who is found by name and chosen. */

import { join } from "../cards/facts.js";
import { debounce } from "../components/debounce.js";
import { InputField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";

const NAME = "beneficiaireId";
const WAIT = 250; // milliseconds without typing before the search
const EACH = 4; // beneficiaries and households that are offered

const describeBeneficiary = (one) => ({
  code: one.codeBeneficiaire,
  name: one.nomComplet,
  note: join([one.codeBeneficiaire, one.programme?.nom]),
});
const describeHousehold = (one) => ({
  code: one.codeMenage,
  name: one.chefMenage?.nomComplet ?? one.codeMenage,
  note: join([one.codeMenage, one.localite?.nom ?? one.secteur?.nom]),
});

/** Find people of a text among what the user may read; without a connection none: a code can still be typed. */
async function findPeople(text) {
  const read = (path) => api.get(path, { search: text, limit: EACH }).catch(() => []);
  const [beneficiaries, households] = await Promise.all([
    may("transferts.lire") ? read("/beneficiaires") : [],
    may("registre.lire") ? read("/menages") : [],
  ]);
  return [...beneficiaries.map(describeBeneficiary), ...households.map(describeHousehold)];
}

/** `onChoose(code)` when a code was typed or chosen. */
export function PersonField({ value, onChoose }) {
  const offered = useSignal(/** @type {any[]} */ ([]));
  const chosen = useSignal("");
  const search = useMemo(
    () =>
      debounce(async (text) => {
        offered.value = text.length < 2 ? [] : await findPeople(text);
      }, WAIT),
    [],
  );
  const type = (event) => {
    chosen.value = "";
    search(event.target.value.trim());
  };
  const choose = (one) => (event) => {
    const input = event.target.closest("form").elements[NAME];
    input.value = one.code;
    input.focus();
    chosen.value = one.name;
    offered.value = [];
    onChoose(one.code);
  };
  const row = (one) => html`
    <li key=${one.code}>
      <button type="button" onClick=${choose(one)}>${one.name} <span class="doux petit">${one.note}</span></button>
    </li>
  `;
  return html`
    <${InputField}
      label=${t("plaintes.concerne.qui")} name=${NAME} maxlength="80" autocomplete="off" value=${value}
      help=${chosen.value || t("plaintes.concerne.aide")}
      onInput=${type} onChange=${(event) => onChoose(event.target.value.trim())}
    />
    ${offered.value.length > 0 && html`<ul class="propositions">${offered.value.map(row)}</ul>`}
  `;
}
