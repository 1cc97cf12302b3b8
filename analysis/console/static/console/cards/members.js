/** The members of a household: listed, and by who may change it added, corrected, removed, or made its head. */

import { ActMenu } from "../components/act-menu.js";
import { Choice, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { join } from "./facts.js";

const PATH = "/membre_menages";
// What stands for a former head who has left, in the list of links.
const LEFT = "parti";
const LINKS = [
  ...["epouse", "fils", "fille", "pere", "mere", "frere", "soeur"],
  ...["oncle", "tante", "neveu", "niece", "cousin", "autre"],
];
// The links whose name says the sex.
const SEXES = {
  ...Object.fromEntries(["fils", "pere", "frere", "oncle", "neveu"].map((link) => [link, "M"])),
  ...Object.fromEntries(["fille", "mere", "soeur", "tante", "niece"].map((link) => [link, "F"])),
};
/** What the list of links has no name for is said where one chooses. */
const listLinks = () => LINKS.map((link) => [link, link === "autre" ? t("membre.lien.autre") : code("lien", link)]);

/** Fill in the sex that a link says, where none is chosen. */
function fillSex({ target }) {
  const { sexe } = target.form;
  if (sexe && !sexe.value) sexe.value = SEXES[target.value] ?? "";
}

const describeMember = (member) =>
  join([
    code("lien", member.lienParente),
    member.sexe && code("sexe", member.sexe),
    member.age !== null && t("ans", { n: member.age }),
    member.handicap && t("membre.handicap"),
  ]);

/** Read a member's fields; an empty one is null. */
const collect = (form) => ({
  nomComplet: form.nomComplet.value.trim(),
  lienParente: form.lienParente.value,
  sexe: form.sexe.value || null,
  age: form.age.value === "" ? null : Number(form.age.value),
  handicap: form.handicap.checked,
});

const MemberFields = ({ member }) => html`
  <${InputField} label=${t("membre.nom")} name="nomComplet" value=${member?.nomComplet} required maxlength="255" />
  <${SelectField} label=${t("membre.lien")} name="lienParente" value=${member?.lienParente}
    options=${[["", t("menage.lieu.choisir")], ...listLinks()]} required onChange=${fillSex}
  />
  <div class="deux">
    <${SelectField}
      label=${t("membre.sexe")} name="sexe" value=${member?.sexe}
      options=${[["", "–"], ...["F", "M"].map((sex) => [sex, code("sexe", sex)])]}
    />
    <${InputField} label=${t("membre.age")} name="age" type="number" min="0" max="130" value=${member?.age} />
  </div>
  <${Choice} name="handicap" defaultChecked=${member?.handicap ?? false}>${t("membre.handicap")}<//>
`;

const askAddition = (household) =>
  ask({
    title: t("membre.ajouter"),
    label: t("membre.ajouter"),
    parts: html`<${MemberFields} />`,
    send: (form) => api.send("POST", PATH, { menage: household.id, ...collect(form) }),
  });

/** Ask for a member's fields as they are now: what somebody else changed meanwhile is not overwritten. */
async function askChange({ id }) {
  const { data, tag } = await api.getTagged(`${PATH}/${id}`);
  return ask({
    title: t("membre.modifier"),
    label: t("enregistrer"),
    parts: html`<${MemberFields} member=${data} />`,
    send: (form) => api.send("PUT", `${PATH}/${id}`, collect(form), tag),
  });
}

async function askRemoval({ id }) {
  const { data, tag } = await api.getTagged(`${PATH}/${id}`);
  return ask({
    title: t("membre.retirer"),
    text: t("membre.retirer.texte", { nom: data.nomComplet }),
    label: t("membre.retirer"),
    send: () => api.send("DELETE", `${PATH}/${id}`, undefined, tag),
  });
}

async function askHead(household, member) {
  const { data, tag } = await api.getTagged(`/menages/${household.id}`);
  const former = data.chefMenage?.nomComplet;
  // Nothing is chosen beforehand: who presses too fast would have the former head leave the household.
  const choices = [["", t("menage.lieu.choisir")], [LEFT, t("membre.parti")], ...listLinks()];
  const send = (form) => {
    const link = form.lienAncienChef?.value ?? LEFT;
    const body = { membre: member.id, lienAncienChef: link === LEFT ? null : link };
    return api.send("POST", `/menages/${household.id}/changer-chef`, body, tag);
  };
  const link = () => html`
    <${SelectField}
      label=${t("membre.ancien", { nom: former })} name="lienAncienChef" options=${choices} required
    />
  `;
  return ask({
    title: t("membre.chef"),
    text: t("membre.chef.texte", { nom: member.nomComplet }),
    label: t("membre.chef"),
    parts: former && link(),
    send,
  });
}

/** Run a dialog, and read the card anew once something changed. */
const run = (dialog) => async () => {
  if (await dialog()) dispatchEvent(new Event("tabanca:registre"));
};

function Row({ household, member, canChange }) {
  const name = member.nomComplet;
  const act = (key, dialog) => ({ id: `${key}-${member.id}`, label: t(`membre.${key}`), run: run(dialog) });
  const acts = () => html`
    <span class="gestes">
      <${ActMenu}
        id="membre-${member.id}" label=${t("membre.changer")}
        name=${t("intitule", { nom: t("membre.changer"), valeur: name })}
        acts=${[
          act("modifier", () => askChange(member)),
          act("chef", () => askHead(household, member)),
          { ...act("retirer", () => askRemoval(member)), isGrave: true },
        ]}
      />
    </span>
  `;
  return html`
    <li><strong>${name}</strong><span class="doux">${describeMember(member)}</span>${canChange && acts()}</li>
  `;
}

export function Members({ household, members }) {
  const canChange = may("registre.modifier");
  if (!members.length && !canChange) return null;
  const add = () => html`
    <button type="button" class="bouton" onClick=${run(() => askAddition(household))}>
      <${Icon} name="plus" />${t("membre.ajouter")}
    </button>
  `;
  return html`
    <details>
      <summary>${t("membres", { n: members.length })}</summary>
      <ul class="membres">
        ${members.map(
          (member) => html`
            <${Row} key=${member.id} household=${household} member=${member} canChange=${canChange} />
          `,
        )}
      </ul>
      ${canChange && add()}
    </details>
  `;
}
