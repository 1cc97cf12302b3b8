/** The dialog that takes an operator's result file, and shows each refused line with its cell. */

import { FileField } from "../components/file-field.js";
import { ask } from "../components/forms.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

const Fault = ({ fault }) => html`
  <li>
    <strong>${t("cycles.resultats.ligne", { ligne: String(fault.ligne) })}</strong>
    ${` ${fault.message} ${fault.valeur && !fault.message.includes(fault.valeur) ? `(${fault.valeur})` : ""}`}
  </li>
`;

/** Show what a file changed. */
function showVerdict(found) {
  const parts = html`
    <p>
      ${t("cycles.resultats.dit", { n: found.traites, reussis: number(found.reussis), echoues: number(found.echoues) })}
      ${found.dejaRegles > 0 && ` ${t("cycles.resultats.deja", { n: found.dejaRegles })}`}
    </p>
    ${
      found.nbErreurs > 0 &&
      html`
      <p class="note">${t("cycles.resultats.refus", { n: found.nbErreurs })}</p>
      <ul class="refus">${found.erreurs.slice(0, 50).map((fault) => html`<${Fault} fault=${fault} />`)}</ul>
    `
    }
  `;
  return ask({ title: t("cycles.resultats"), parts, label: t("fermer"), back: null, send: async () => true });
}

export async function askResults(cycle) {
  const send = async (form) => {
    const sent = new FormData();
    sent.set("file", form.file.files[0]);
    return (await api.upload(`/cycles/${cycle.id}/resultats`, sent)).body.data;
  };
  const title = t("cycles.resultats");
  const parts = html`
    <${FileField}
      label=${t("cycles.resultats.fichier")} name="file" accept=".csv,.xlsx,.xls,.xml" required
      help=${t("cycles.resultats.aide")}
    />
  `;
  const found = await ask({ title, text: t("cycles.resultats.texte"), parts, label: title, send });
  if (found && !found.jobId) await showVerdict(found);
  return found;
}
