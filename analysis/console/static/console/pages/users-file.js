/** Users by a file: tried first, its faults told by line, then taken. */

import { saveCsv } from "../components/download.js";
import { Done, Failure } from "../components/feedback.js";
import { FilePicker } from "../components/file-picker.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useElement, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { BackHeader } from "./back.js";

const TITLES = ["email", "nom", "prenom", "telephone", "role", "regions"];
const EXAMPLE = ["ana.gomes@exemple.org", "Gomes", "Ana", "+245955000001", "ROLE_AGENT", "Oio, Bafatá"];

const COLUMNS = ["ligne", "colonne", "message"];

const saveTemplate = () => saveCsv(TITLES, [EXAMPLE], "modele-utilisateurs.csv");

/** Say what each column holds, by an example. */
const Columns = () => html`
  <dl class="faits colonnes-comptes" aria-label=${t("comptesfichier.choisir")}>
    ${TITLES.map(
      (title, index) => html`
        <div key=${title}>
          <dt><code>${title}</code></dt>
          <dd>${EXAMPLE[index]} <span class="doux petit">${t(`comptesfichier.champ.${title}`)}</span></dd>
        </div>
      `,
    )}
  </dl>
`;

/** Send the file to be tried (`path` "/validate") or taken. Returns {simulation, lignes, crees, nbErreurs, erreurs}. */
async function send(file, path) {
  const form = new FormData();
  form.append("file", file);
  return (await api.upload(`/users/import${path}`, form)).body.data;
}

function Faults({ rows }) {
  const row = ({ ligne, colonne, message }) => html`
    <tr key=${`${ligne} ${colonne}`}><td>${ligne}</td><td>${colonne}</td><td>${message}</td></tr>
  `;
  return html`
    <table class="lignes">
      <caption class="hors-vue">${t("comptesfichier.fautes")}</caption>
      <thead>
        <tr>${COLUMNS.map((key) => html`<th scope="col">${t(`comptesfichier.${key}`)}</th>`)}</tr>
      </thead>
      <tbody>${rows.map(row)}</tbody>
    </table>
  `;
}

function Summary({ summary }) {
  const { simulation, crees, nbErreurs, erreurs } = summary;
  const text = t(simulation ? "comptesfichier.seraient" : "comptesfichier.crees", { n: crees });
  return html`
    ${simulation ? html`<p><strong>${text}</strong></p>` : html`<${Done} text=${text} />`}
    ${nbErreurs > 0 && html`<p class="note">${t("comptesfichier.refusees", { n: nbErreurs })}</p>`}
    ${erreurs.length > 0 && html`<${Faults} rows=${erreurs} />`}
  `;
}

export function UsersFile() {
  const chosen = useElement();
  const isBusy = useSignal(false);
  const summary = useSignal(/** @type {any} */ (null));
  const failure = useSignal(/** @type {any} */ (null));
  const run = async (path) => {
    isBusy.value = true;
    failure.value = null;
    summary.value = null;
    try {
      summary.value = await send(chosen.current.files[0], path);
    } catch (error) {
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const check = () => chosen.current.files.length > 0 && run("/validate");
  const count = summary.value?.simulation ? summary.value.crees : 0;
  return html`
    <${BackHeader} label=${t("comptes.retour")}><h2>${t("comptesfichier.titre")}</h2><//>
    <section class="feuille pile">
      <p>${t("comptesfichier.texte")}</p>
      <p><button type="button" class="lien" onClick=${saveTemplate}>${t("comptesfichier.modele")}</button></p>
      <${Columns} />
      <${FilePicker}
        id="fichier-comptes" accept=".csv,.xlsx,.xls" label=${t("import.choisir")} inputRef=${chosen} onChange=${check}
      />
      <div aria-live="polite" class="pile" aria-busy=${isBusy.value}>
        ${isBusy.value && html`<p class="doux">${t("comptesfichier.encours")}</p>`}
        ${failure.value && html`<${Failure} error=${failure.value} />`}
        ${summary.value && html`<${Summary} summary=${summary.value} />`}
      </div>
      ${
        count > 0 &&
        html`<div class="actions">
          <button type="button" class="bouton principal" ...${needLine(isBusy.value)} onClick=${() => run("")}>
            <${Icon} name="check" />${t("comptesfichier.creer", { n: count })}
          </button>
        </div>`
      }
    </section>
  `;
}
