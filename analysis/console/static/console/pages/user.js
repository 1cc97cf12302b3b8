/** One user: who they are, what they may do and where, the roles they have for a time, their access. */

import { Done, Loaded } from "../components/feedback.js";
import { Choice, ChoiceGroup, Field, InputField, listTicked, SelectField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { SecretInput } from "../components/secret-input.js";
import { t } from "../i18n.js";
import { html, signal, useEffect, useLayoutEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { nameRole, sortRoles } from "../state/role-name.js";
import { setView } from "../state/view.js";
import { Access } from "./access.js";
import { BackHeader } from "./back.js";
import { readBeyond } from "./beyond-roles.js";
import { Grants } from "./grants.js";
import { formatName } from "./person.js";
import { confirmBlind, Reach } from "./reach.js";
import { SeenBy } from "./seen-by.js";

const NEW = "nouveau";

/** What was done last: {id, text}. A user that was just created has the message of it. */
const done = signal(/** @type {{id: string, text: string} | null} */ (null));

const forget = () => {
  done.value = null;
};

/** Return whether the caller may give a role: nobody gives one that may do more than they may themselves. */
const isWithin = (role) => role.permissions.every(may);

/** Say which roles the caller cannot give, why, and who can. */
const explainBeyond = (givers) => (givers.length ? [t("comptes.role.audela"), ...givers].join(" ") : null);

/** Read all that the form of a user needs at once. */
async function readUser(id, signal) {
  const isNew = id === NEW;
  const [roles, regions, user, grants] = await Promise.all([
    api.get("/roles", { isActive: true }, signal),
    places.listRegions(),
    isNew ? { data: null, tag: null } : api.getTagged(`/users/${id}`, signal),
    isNew ? [] : api.get(`/users/${id}/roles`, {}, signal),
  ]);
  const [within, beyond] = [sortRoles(roles.filter(isWithin)), sortRoles(roles.filter((role) => !isWithin(role)))];
  const givers = await readBeyond(beyond, roles, signal);
  return { id, roles: within, givers, regions, user: user.data, tag: user.tag, grants };
}

function collectValues(form) {
  const values = {
    email: form.email.value.trim(),
    nom: form.nom.value.trim(),
    prenom: form.prenom.value.trim(),
    telephone: form.telephone.value.trim() || null,
    role_id: form.role_id.value,
    regions: listTicked(form, "regions"),
  };
  return form.password?.value ? { ...values, password: form.password.value } : values;
}

function Identity({ found }) {
  const { roles, regions, user } = found;
  const chosen = useSignal(user?.role.id ?? "");
  // A role that is not in force any more, or out of reach, stays the choice of who has it.
  const isKnown = !user || roles.some((role) => role.id === user.role.id);
  const offered = isKnown ? roles : [user.role, ...roles];
  const choices = offered.map((role) => [role.id, nameRole(role)]);
  // Nobody gets a role that was not chosen for them.
  const options = user ? choices : [["", t("comptes.role.choisir")], ...choices];
  const own = user?.regions.map((region) => region.id) ?? [];
  const box = (region) => html`
    <${Choice} key=${region.id} name="regions" value=${region.id} defaultChecked=${own.includes(region.id)}>
      ${region.nom}
    <//>
  `;
  return html`
    ${user && !isWithin(user.role) && html`<p class="note">${t("comptes.rang")}</p>`}
    <div class="deux">
      <${InputField}
        label=${t("comptes.prenom")} name="prenom" value=${user?.prenom} maxlength="100" autocomplete="off"
      />
      <${InputField}
        label=${t("comptes.nomfamille")} name="nom" value=${user?.nom} maxlength="100" required
        autocomplete="off"
      />
    </div>
    <div class="deux">
      <${InputField}
        label=${t("connexion.adresse")} name="email" type="email" value=${user?.email} required
        readonly=${user !== null} autocomplete="off" help=${user && t("comptes.adresse.fixe")}
      />
      <${InputField}
        label=${t("telephone")} name="telephone" type="tel" value=${user?.telephone} autocomplete="off"
      />
    </div>
    <${SelectField}
      label=${t("role")} name="role_id" options=${options} value=${user?.role.id} required
      help=${explainBeyond(found.givers)}
      onChange=${(event) => {
        chosen.value = event.target.value;
      }}
    />
    <${ChoiceGroup} legend=${t("comptes.regions")} name="regions">${regions.map(box)}<//>
    <${Reach} id=${chosen.value} found=${found} />
    ${
      !user &&
      html`
        <${Field} label=${t("connexion.motdepasse")} name="password" help=${t("comptes.motdepasse.aide")}>
          <${SecretInput} name="password" id="f-password" autocomplete="new-password" />
        <//>
      `
    }
  `;
}

/** `onDone(message)` when a known user was changed. */
function UserForm({ found, onDone }) {
  const { id, user, tag } = found;
  const send = async (form) => {
    const values = collectValues(form);
    if (!(await confirmBlind(values, found))) return null;
    return user ? api.send("PUT", `/users/${id}`, values, tag) : api.send("POST", "/users", values);
  };
  const finish = (answer) => {
    if (answer === null) return; // thought better of it: what is typed stays
    if (user) {
      onDone(answer.message);
      return;
    }
    done.value = { id: answer.data.id, text: answer.message };
    setView({ element: answer.data.id }, { replace: true }); // opens it
  };
  const leave = () => setView({ element: null });
  const cancel = !user && html`<button type="button" class="bouton" onClick=${leave}>${t("annuler")}</button>`;
  return html`
    <section class="feuille">
      ${!user && html`<p class="doux petit">${t("comptes.necessaires")}</p>`}
      <${Form} label=${t(user ? "enregistrer" : "comptes.creer")} send=${send} onDone=${finish} extra=${cancel}>
        <${Identity} found=${found} />
      <//>
    </section>
  `;
}

/** What is typed outlives all but a new reading. */
const Panels = ({ found, onDone }) => html`
  <${UserForm} key=${found.tag ?? found.id} found=${found} onDone=${onDone} />
  ${
    found.user &&
    html`<${Grants} found=${found} onDone=${onDone} /><${Access} user=${found.user} onDone=${onDone} />
    <${SeenBy} key=${found.tag} path=${`/users/${found.id}/apercu`} />`
  }
`;

export function User({ id }) {
  const loader = useMemo(createLoader, []);
  async function reload(text) {
    await loader.reload();
    done.value = { id, text };
  }

  useLayoutEffect(() => {
    loader.load((signal) => readUser(id, signal));
  }, [id]);
  useEffect(() => () => forget(), []);
  const user = loader.value?.user;
  const last = done.value;
  const message = last !== null && last.id === id ? last.text : "";
  return html`
    <${BackHeader} label=${t("comptes.retour")}><h2>${user ? formatName(user) : t("comptes.nouveau")}</h2><//>
    ${message && html`<${Done} text=${message} />`}
    <${Loaded} from=${loader}>${(found) => html`<${Panels} found=${found} onDone=${reload} />`}<//>
  `;
}
