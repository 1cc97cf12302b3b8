/** The collector of cases: forms that end encrypted on the telephone. Numbers are shown to who reads cases only. */

import { Empty, Loaded, Skeleton } from "../components/feedback.js";
import { Choice } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { number, t } from "../i18n.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { onLock } from "./lock.js";
import { ImportOutcome, sendWaiting } from "./mapping.js";

const PATH = "/vbg-analytics/collector/cas";
const collection = createLoader();
/** What the last synchronisation did. @type {import("@preact/signals").Signal<any>} */
const outcome = signal(null);

onLock(() => {
  outcome.value = null;
  collection.abort();
  collection.answer.value = null;
});

const describeCounts = (done) =>
  done.masque
    ? []
    : [
        [t("protection.nouvelles"), number(done.imported)],
        [t("protection.modifiees"), number(done.updated)],
        [t("protection.supprimes"), number(done.supprimes)],
        [t("protection.laissees"), number(done.skipped)],
      ];

function Outcome() {
  const done = outcome.value;
  if (!done) return null;
  if (done === "waiting") return html`<${Skeleton} lines=${2} />`;
  return html`
    <div class="pile" role="status">
      <p class="dit">${t(done.reste ? "protection.cas.reste" : "protection.cas.repris")}</p>
      ${done.masque && html`<p class="doux">${t("protection.cas.masque")}</p>`}
      <${ImportOutcome} counts=${describeCounts(done)} errors=${done.errors.map((message) => ["", message])} />
    </div>
  `;
}

function CaseForm({ plateforme, uid, name, chiffre }) {
  const send = (form) => {
    const options = {
      updateExisting: form.updateExisting.checked,
      renvoyerStatuts: form.renvoyerStatuts.checked,
    };
    return sendWaiting(outcome, () => api.post(`${PATH}/sync`, { plateforme, formId: uid, options }));
  };
  const done = (answer) => {
    outcome.value = answer;
  };
  return html`
    <li key=${uid}>
      <h3>${name}</h3>
      ${
        chiffre
          ? html`
            <${Form} label=${t("protection.cas.reprendre")} send=${send} onDone=${done}>
              <${Choice} name="updateExisting">${t("protection.cas.suivre")}<//>
              <${Choice} name="renvoyerStatuts">${t("protection.cas.dire")}<//>
            <//>
          `
          : html`<p class="alerte">${t("protection.cas.enclair")}</p>`
      }
    </li>
  `;
}

function Collection({ plateforme, clePublique, formulaires, message }) {
  if (message) return html`<${Empty} text=${t("protection.cas.sanscle")} />`;
  return html`
    <details>
      <summary>${t("protection.cas.cle")}</summary>
      <code class="cle">${clePublique}</code>
    </details>
    ${
      formulaires.length
        ? html`<ul>${formulaires.map((form) => html`<${CaseForm} plateforme=${plateforme} ...${form} />`)}</ul>`
        : html`<${Empty} text=${t("protection.cas.sansformulaire")} />`
    }
    <${Outcome} />
  `;
}

export function CollectCases() {
  useEffect(() => {
    collection.load((wanted) => api.get(PATH, {}, wanted));
  }, []);
  return html`
    <div class="feuille" id="collecte-cas">
      <h2>${t("protection.cas.collecte")}</h2>
      <p class="doux">${t("protection.cas.collecte.texte")}</p>
      <${Loaded} from=${collection} lines=${3}>${(found) => html`<${Collection} ...${found} />`}<//>
    </div>
  `;
}
