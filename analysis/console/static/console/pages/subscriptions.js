/** Which roles get which monthly report by mail: subscribed, listed, ended. */

import { Empty, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { listSubjects } from "../dashboard/report.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { nameRole, sortRoles } from "../state/role-name.js";

const loader = createLoader();
const read = (signal) => api.get("/rapports/abonnements", {}, signal);
const nameSubject = ({ programme, region }) => (programme ?? region).nom;

async function askSubscription() {
  const [roles, subjects] = await Promise.all([api.get("/roles"), listSubjects()]);
  const active = sortRoles(roles)
    .filter((role) => role.isActive)
    .map((role) => [role.id, nameRole(role)]);
  return ask({
    title: t("abonnements.nouveau"),
    text: t("abonnements.aide"),
    label: t("abonnements.nouveau"),
    parts: html`
      <${SelectField} label=${t("role")} name="roleId" options=${active} />
      <${SelectField} label=${t("rapport.sujet")} name="regionId" options=${subjects} />
    `,
    send: (form) => {
      const [kind, id] = form.regionId.value.split("/");
      return api.post("/rapports/abonnements", { roleId: form.roleId.value, [`${kind}Id`]: id });
    },
  });
}

const askEnd = (row) =>
  ask({
    title: t("abonnements.finir"),
    text: t("abonnements.finir.texte", { role: nameRole(row.role), sujet: nameSubject(row) }),
    label: t("abonnements.finir"),
    send: () => api.send("DELETE", `/rapports/abonnements/${row.id}`),
  });

function List({ rows, onEnd }) {
  if (!rows.length) return html`<${Empty} text=${t("abonnements.aucun")} />`;
  const line = (row) => html`
    <li key=${row.id}>
      <div>
        <strong>${nameRole(row.role)}</strong>
        <span class="doux"> ${t("abonnements.ligne", { sujet: nameSubject(row) })}</span>
      </div>
      <button
        type="button" class="bouton" ...${needLine()} onClick=${() => onEnd(row)}
        aria-label=${`${t("abonnements.finir")} : ${nameRole(row.role)}, ${nameSubject(row)}`}
      >
        ${t("abonnements.finir")}
      </button>
    </li>
  `;
  return html`<ul class="rangees">${rows.map(line)}</ul>`;
}

export function Subscriptions() {
  useEffect(() => {
    loader.load(read);
    return loader.abort;
  }, []);
  const add = async () => {
    if (await askSubscription()) loader.reload();
  };
  const end = async (row) => {
    if (await askEnd(row)) loader.reload();
  };
  return html`
    <section class="feuille">
      <p class="doux">${t("abonnements.aide")}</p>
      <${Loaded} from=${loader}>${(rows) => html`<${List} rows=${rows} onEnd=${end} />`}<//>
      <div class="actions">
        <button type="button" class="bouton principal" ...${needLine()} onClick=${add}>
          <${Icon} name="plus" />${t("abonnements.nouveau")}
        </button>
      </div>
    </section>
  `;
}
