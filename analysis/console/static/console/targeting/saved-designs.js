/** Designs that are stored under a name: to open, to store, to send to a colleague by address. */

import { Empty, Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { date, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { findAddress, setView } from "../state/view.js";
import { buildRequest, opened } from "./laboratory-state.js";

const PATH = "/eligibility/laboratoire/scenarios";
const stored = createLoader();
const readStored = (signal) => api.getJson(PATH, { limit: 50 }, signal);

const isOwn = (row) => row.creePar?.id === currentUser()?.id;

/** Ask for a name, and store what is compared: over the open design, or as a new one. */
export async function askStore(onDone) {
  const held = opened.value;
  const own = held && isOwn(held.data);
  const parts = html`
    <${InputField} label=${t("labo.nom.enregistre")} name="nom" value=${own ? held.data.nom : ""} required
      maxlength="255" />
    <${InputField}
      label=${t("ciblage.description")} name="description" value=${own ? held.data.description : ""} maxlength="2000"
    />
    ${
      own &&
      html`<label class="case"><input type="checkbox" name="autre"
        /><span>${t("labo.enregistrer.autre")}</span></label>`
    }
  `;
  const send = async (form) => {
    const body = { nom: form.nom.value, description: form.description.value || null, contenu: buildRequest() };
    if (!own || form.autre.checked) return api.post(PATH, body);
    return (await api.send("PUT", `${PATH}/${held.data.id}`, body, held.tag)).data;
  };
  const title = t("labo.enregistrer");
  const done = await ask({ title, text: t("labo.enregistrer.texte"), parts, label: t("enregistrer"), send });
  if (!done) return;
  stored.reload();
  onDone(done);
}

async function askDeletion(row) {
  const title = t("labo.supprimer");
  const send = () => api.send("DELETE", `${PATH}/${row.id}`);
  if (!(await ask({ title, text: t("labo.supprimer.texte", { nom: row.nom }), label: title, send }))) return;
  if (opened.peek()?.data.id === row.id) setView({ element: null });
  stored.reload();
}

/** Return the whole address of a stored design. */
export const findLink = (id) => `${location.origin}${findAddress({ vue: "laboratoire", element: id })}`;

const Row = ({ row }) => html`
  <li>
    <div>
      <button type="button" class="lien" onClick=${() => setView({ element: row.id })}>${row.nom}</button>
      <p class="petit doux">
        ${[row.description, row.creePar?.nom, date(row.updatedAt)].filter(Boolean).join(" · ")}
      </p>
    </div>
    ${
      may("transferts.modifier") &&
      isOwn(row) &&
      html`
        <button type="button" class="bouton" aria-label=${`${t("labo.supprimer")} : ${row.nom}`}
          onClick=${() => askDeletion(row)}>
          ${t("labo.supprimer")}
        </button>
      `
    }
  </li>
`;

export function SavedDesigns() {
  useEffect(() => {
    stored.load(readStored, { keep: true });
  }, []);
  const list = ({ data }) =>
    data.length
      ? html`<ul class="rangees enregistres">${data.map((row) => html`<${Row} row=${row} key=${row.id} />`)}</ul>`
      : html`<${Empty} text=${t("labo.enregistres.aucun")} />`;
  return html`
    <section class="feuille" aria-label=${t("labo.enregistres")}>
      <h2>${t("labo.enregistres")}</h2>
      <${Loaded} from=${stored} lines=${3}>${list}<//>
    </section>
  `;
}
