/** The files of a complaint: read, and added. */

import { saveFile } from "../components/download.js";
import { FilePicker } from "../components/file-picker.js";
import { date, t } from "../i18n.js";
import { formatSize } from "../imports/file-chooser.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

/** Download a file: nothing changes, so nothing is said. */
const download = async ({ fichier, nom }) => {
  const { blob, name } = await api.getFile(`/fichiers/${fichier}/contenu`);
  saveFile(blob, name ?? nom);
  return null;
};

/** Deposit a file and attach it to a complaint. */
async function attach(complaint, file) {
  const sent = new FormData();
  sent.append("file", file);
  const { body } = await api.upload("/fichiers", sent);
  return api.post(`/plaintes/${complaint.id}/pieces`, { fichier: body.data.id });
}

function Add({ complaint, run }) {
  const choose = async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    await run(() => attach(complaint, file), t("plaintes.jointe"));
  };
  return html`
    <${FilePicker} id="f-piece" accept=".pdf,.jpg,.jpeg,.png" label=${t("plaintes.joindre")} onChange=${choose} />
  `;
}

export const Files = ({ complaint, files, run, canChange }) => html`
  <section class="feuille" id="pieces">
    <h3>${t("plaintes.pieces")}</h3>
    ${!files.length && html`<p class="doux">${t("plaintes.pieces.aucune")}</p>`}
    <ul class="rangees">
      ${files.map(
        (file) => html`
          <li key=${file.id}>
            <button type="button" class="lien coupe" onClick=${() => run(() => download(file), "")}>${file.nom}</button>
            <span class="petit doux">${formatSize(file.taille)} · ${date(file.dateAjout)}</span>
          </li>
        `,
      )}
    </ul>
    ${canChange && html`<${Add} key=${files.length} complaint=${complaint} run=${run} />`}
  </section>
`;
