/** The receipt of a complaint: the code to follow it with, once, on paper for who complained. */

import { Choice } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { printPaper } from "../components/paper.js";
import { describePrinting } from "../components/print-line.js";
import { fullDate, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

const FOLLOWING = "/plainte/suivi";

const Line = ({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`;

/** Show what its complainant needs later. Of what and of whom it is stays out: the paper lies about for all to read. */
const Receipt = ({ complaint, code }) => html`
  <article class="feuille-a4">
    <header>
      <div>
        <p>${t("plaintes.recu.papier")}</p>
        <h1>${complaint.reference}</h1>
      </div>
    </header>
    <table>
      <${Line} name=${t("plaintes.recue")} value=${fullDate(complaint.dateCreation)} />
      <${Line} name=${t("plaintes.recu.avant")} value=${fullDate(complaint.echeance)} />
      <${Line} name=${t("plaintes.recu.code")} value=${html`<strong>${code}</strong>`} />
    </table>
    <p>${t("plaintes.recu.suivre", { adresse: location.host + FOLLOWING })}</p>
    <p>${t("plaintes.recu.secret")}</p>
    <footer>${describePrinting()}</footer>
  </article>
`;

/** Issue the code in a dialog that says `text`, and print it where that was ticked. */
async function issueReceipt(complaint, path, text) {
  let isForPaper = false;
  const issued = await ask({
    title: t("plaintes.recu"),
    text: t(text, complaint),
    parts: html`<${Choice} name="papier" defaultChecked>${t("plaintes.recu.imprimer")}<//>`,
    label: t("plaintes.recu"),
    send: (form) => {
      isForPaper = form.papier.checked;
      return api.post(`${path}/recu`);
    },
  });
  if (issued && isForPaper) {
    await printPaper(html`<${Receipt} complaint=${complaint} code=${issued.code} />`, complaint.reference);
  }
  return issued;
}

export const askReceipt = (complaint, path) => issueReceipt(complaint, path, "plaintes.recu.texte");

/** Give who complained the code of a complaint that its taker does not find again; return whether it was given. */
export async function handOver(taken) {
  const issued = await issueReceipt(taken, `/plaintes/${taken.id}`, "plaintes.prise.cachee");
  if (!issued) return false;
  await ask({
    title: t("plaintes.recu.code"),
    text: t("plaintes.recu.fait", issued),
    label: t("fermer"),
    back: null,
    send: async () => true,
  });
  return true;
}
