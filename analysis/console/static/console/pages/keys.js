/** One's own access keys, with which QGIS and GDAL read the map: made, listed with their last use, revoked. */

import { Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { date, fullDate, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect, useElement, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const YEAR = 365;
const loader = createLoader();
const read = (signal) => api.get("/auth/cles", {}, signal);

const askKey = () =>
  ask({
    title: t("cles.nouvelle"),
    text: t("cles.nouvelle.texte"),
    label: t("cles.creer"),
    parts: html`
      <${InputField} label=${t("cles.nom")} name="nom" maxlength="100" required help=${t("cles.nom.aide")} />
      <${InputField} label=${t("cles.jours")} name="jours" type="number" min="1" max="730" value=${YEAR} required />
    `,
    send: (form) => api.send("POST", "/auth/cles", { nom: form.nom.value, jours: Number(form.jours.value) }),
  });

const askRevocation = (key) =>
  ask({
    title: t("cles.revoquer"),
    text: t("cles.revoquer.texte", { nom: key.nom }),
    label: t("cles.revoquer"),
    send: () => api.send("DELETE", `/auth/cles/${key.id}`),
  });

/** Say what QGIS is given: where, in which order, before there is a key, too. */
const Steps = () => html`
  <section class="feuille" id="etapes-qgis">
    <h2>${t("cles.etapes")}</h2>
    <dl class="faits"><div><dt>${t("cles.adresse")}</dt><dd><code>${`${location.origin}/ogc`}</code></dd></div></dl>
    <ol>${[1, 2, 3, 4].map((step) => html`<li key=${step}>${t(`cles.etape.${step}`)}</li>`)}</ol>
  </section>
`;

/** Show the secret of a new key: it is nowhere else, and gone when the page is left. */
function Secret({ created }) {
  const box = useElement();
  // On a phone it lies above what was just pressed.
  useEffect(() => {
    box.current?.scrollIntoView({ block: "center" });
    box.current?.focus();
  }, [created.id]);
  return html`
    <div class="feuille">
      <h2>${created.nom}</h2>
      <p>${t("cles.copier")}</p>
      <p><code class="secret" tabindex="0" ref=${box}>${created.cle}</code></p>
    </div>
  `;
}

const describe = (key) =>
  t("cles.ligne", {
    debut: key.debut,
    fin: fullDate(key.expireLe),
    usage: key.utiliseeLe ? date(key.utiliseeLe) : t("jamais").toLowerCase(),
  });

const List = ({ keys, onRevoke }) => {
  if (!keys.length) return html`<p class="doux">${t("cles.aucune")}</p>`;
  const row = (key) => html`
    <li key=${key.id}>
      <div><strong>${key.nom}</strong> <span class="doux">${describe(key)}</span></div>
      <button
        type="button" class="bouton" aria-label=${`${t("cles.revoquer")} : ${key.nom}`} ...${needLine()}
        onClick=${() => onRevoke(key)}
      >
        ${t("cles.revoquer")}
      </button>
    </li>
  `;
  return html`<ul class="rangees">${keys.map(row)}</ul>`;
};

export function Page() {
  const created = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    loader.load(read);
  }, []);
  const create = async () => {
    const answer = await askKey();
    if (!answer) return;
    created.value = answer.data;
    loader.reload();
  };
  const revoke = async (key) => {
    if (!(await askRevocation(key))) return;
    if (created.value?.id === key.id) created.value = null;
    loader.reload();
  };
  return html`
    <div class="pile">
      ${created.value && html`<${Secret} created=${created.value} />`}
      <section class="feuille">
        <${Loaded} from=${loader}>${(keys) => html`<${List} keys=${keys} onRevoke=${revoke} />`}<//>
        <div class="actions">
          <button type="button" class="bouton principal" ...${needLine()} onClick=${create}>
            <${Icon} name="plus" />${t("cles.nouvelle")}
          </button>
        </div>
      </section>
      <${Steps} />
    </div>
  `;
}
