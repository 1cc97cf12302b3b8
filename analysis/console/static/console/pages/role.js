/** One role: its name, whether it is in force, and its permissions to tick, module by module. */

import { Done, Loaded } from "../components/feedback.js";
import { Choice, InputField, listTicked } from "../components/fields.js";
import { ask, Form } from "../components/forms.js";
import { FieldProblems } from "../components/problems.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useLayoutEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { nameRole } from "../state/role-name.js";
import { setView } from "../state/view.js";
import { BackHeader } from "./back.js";
import { SeenBy } from "./seen-by.js";
import { Separation } from "./united-rights.js";

const NEW = "nouveau";

async function readRole(id, signal) {
  const [catalogue, role] = await Promise.all([
    api.get("/settings/permissions", {}, signal),
    id === NEW ? { data: null, tag: null } : api.getTagged(`/roles/${id}`, signal),
  ]);
  return { id, modules: catalogue.modules, role: role.data, tag: role.tag };
}

/** Return whether the caller only reads roles: a role holds everywhere, the caller administers some regions. */
const isReader = () => currentUser().regions.length > 0;

/** Return what is sent: the boxes that the caller may not change keep what they show. */
function collectValues(form, role) {
  const locked = [...form.querySelectorAll("[name=permissions]:disabled:checked")].map((box) => box.value);
  const values = {
    nom: form.nom.value.trim(),
    description: form.description.value.trim(),
    isActive: form.isActive.checked,
    permissions: [...new Set([...listTicked(form, "permissions"), ...locked])],
  };
  return role ? values : { ...values, code: form.code.value.trim() };
}

/** Nobody grants or takes away what they do not have themselves: those boxes are shown and cannot be changed. */
function Module({ module, held }) {
  const box = ({ fullKey, label }) => html`
    <${Choice}
      key=${fullKey} name="permissions" value=${fullKey} defaultChecked=${held.includes(fullKey)}
      disabled=${isReader() || !may(fullKey)}
    >
      ${label}
    <//>
  `;
  return html`<fieldset class="cases"><legend>${module.label}</legend><div>${module.actions.map(box)}</div></fieldset>`;
}

function describeCode(role) {
  if (!role) return t("roles.code.aide");
  return t(role.isSystem ? "roles.systeme" : "roles.code.fixe");
}

const Identity = ({ role }) => html`
  ${isReader() && html`<p class="note">${t("roles.lecture")}</p>`}
  <div class="deux">
    <${InputField}
      label=${t("roles.nom")} name="nom" value=${role?.nom} required maxlength="100" readonly=${isReader()}
    />
    <${InputField}
      label=${t("code")} name="code" value=${role?.code ?? "ROLE_"} required maxlength="60"
      readonly=${role !== null || isReader()} help=${describeCode(role)}
    />
  </div>
  <${InputField} label=${t("roles.description")} name="description" value=${role?.description} readonly=${isReader()} />
  <${Choice} name="isActive" defaultChecked=${role?.isActive ?? true} disabled=${isReader()}>${t("roles.actif")}<//>
`;

const Permissions = ({ modules, role }) => html`
  <h2>${t("roles.permissions")}</h2>
  <p class="doux petit">${t("roles.permissions.aide")}</p>
  <div class="modules" data-champ="permissions">
    ${modules.map((one) => html`<${Module} key=${one.label} module=${one} held=${role?.permissions ?? []} />`)}
    <${FieldProblems} name="permissions" />
  </div>
`;

async function remove({ id, role, tag }) {
  const answer = await ask({
    title: t("roles.supprimer"),
    text: t("roles.supprimer.texte", { nom: nameRole(role) }),
    label: t("roles.supprimer"),
    send: () => api.send("DELETE", `/roles/${id}`, undefined, tag),
  });
  if (answer) setView({ element: null });
}

/** `onDone(message)` when a known role was changed. */
function RoleForm({ found, onDone }) {
  const { id, modules, role, tag } = found;
  const send = (form) => {
    const values = collectValues(form, role);
    return role ? api.send("PUT", `/roles/${id}`, values, tag) : api.send("POST", "/roles", values);
  };
  const finish = (answer) => {
    if (role) onDone(answer.message);
    else setView({ element: answer.data.id }, { replace: true }); // opens it
  };
  const removal = html`
    <button type="button" class="bouton" ...${needLine()} onClick=${() => remove(found)}>
      ${t("roles.supprimer")}
    </button>
  `;
  const label = isReader() ? null : t(role ? "enregistrer" : "roles.creer");
  return html`
    <section class="feuille">
      <${Form} label=${label} send=${send} onDone=${finish} extra=${role && !role.isSystem && removal}>
        <${Identity} role=${role} /><${Permissions} modules=${modules} role=${role} />
      <//>
    </section>
  `;
}

export function Role({ id }) {
  const loader = useMemo(createLoader, []);
  const done = useSignal(""); // what was done last with the open role
  async function reload(text) {
    await loader.reload();
    done.value = text;
  }

  useLayoutEffect(() => {
    done.value = "";
    loader.load((signal) => readRole(id, signal));
  }, [id]);
  return html`
    <${BackHeader} label=${t("roles.retour")}>
      <h2>${loader.value?.role ? nameRole(loader.value.role) : t("roles.nouveau")}</h2>
    <//>
    ${done.value && html`<${Done} text=${done.value} />`}
    <${Loaded} from=${loader}>
      ${(found) => html`
        ${
          found.role &&
          !isReader() &&
          html`<${Separation} key=${found.tag} role=${found.role} modules=${found.modules} />`
        }
        <${RoleForm} key=${found.tag ?? found.id} found=${found} onDone=${reload} />
        ${
          found.role &&
          may("administration.utilisateurs") &&
          html`<${SeenBy} key=${found.tag} path=${`/roles/${found.id}/apercu`} isRole />`
        }
      `}
    <//>
  `;
}
