/** A new session: the statement of an operator, the cycle that it is compared with, and what still counts as equal. */

import { saveFile } from "../components/download.js";
import { Failure, Loaded, Progress } from "../components/feedback.js";
import { Choice, InputField, SelectField } from "../components/fields.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, signal, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { LongWork } from "./session-actions.js";
import { failure } from "./session-state.js";

/** What a deadline has named: the cycle and the operator of the next new session. */
export const wanted = signal({ cycle: "", operateur: "" });
const KINDS = ".csv,.txt,.xlsx,.xls,.xml,.sta,.mt940,.940";
const LATE = 20; // days after a cycle's end in which operators still post

async function readChoices(signal) {
  const [cycles, operators, templates] = await Promise.all([
    api.get("/cycles", { statutValidation: "valide", limit: 100 }, signal),
    api.get("/reconciliation/operateurs", {}, signal),
    api.get("/reconciliation/templates", {}, signal),
  ]);
  return { cycles, operators, templates };
}

/** Return a day so many days later, as YYYY-MM-DD. */
function addDays(day, count) {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + count);
  return moment.toLocaleDateString("sv");
}

async function saveTemplate(template) {
  try {
    // The address is that of the document: the API's own prefix is added to every path.
    const file = await api.getFile(template.templateUrl.replace(/^\/api/, ""));
    saveFile(file.blob, file.name ?? `${template.operateur}.csv`);
  } catch (error) {
    failure.value = error;
  }
}

const Templates = ({ templates, operator }) => {
  const template = templates.find((one) => one.operateur === operator);
  if (!template) return null;
  const required = template.colonnesRequises.join(", ");
  return html`
    <p class="doux petit">
      ${t("rapprochement.colonnes", { requises: required, date: template.formatDate })}${" "}
      <button type="button" class="lien" onClick=${() => saveTemplate(template)}>${t("rapprochement.modele")}</button>
    </p>
  `;
};

/** Send the file, then what it is compared with. */
async function send(form, onShare) {
  const sent = new FormData();
  sent.set("file", form.file.files[0]);
  const { body } = await api.upload("/fichiers", sent, { onProgress: onShare });
  return api.post("/reconciliation/sessions", {
    nom: form.nom.value,
    operateur: form.operateur.value,
    cycleId: form.cycleId.value,
    dateDebut: form.dateDebut.value,
    dateFin: form.dateFin.value,
    fichierReleve: body.data.id,
    options: {
      toleranceMontant: Number(form.toleranceMontant.value),
      toleranceDate: Number(form.toleranceDate.value),
      autoMatch: form.autoMatch.checked,
    },
  });
}

function Fields({ cycles, operators, templates }) {
  const cycle = useSignal(wanted.value.cycle || (cycles[0]?.id ?? ""));
  const operator = useSignal(wanted.value.operateur || (operators[0]?.code ?? ""));
  const chosen = cycles.find((one) => one.id === cycle.value);
  const label = operators.find((one) => one.code === operator.value)?.label ?? "";
  return html`
    <${SelectField}
      label=${t("cycle")} name="cycleId" required value=${cycle.value}
      options=${cycles.map((one) => [one.id, `${one.nom} (${one.code})`])}
      onChange=${(event) => (cycle.value = event.target.value)}
    />
    <${SelectField}
      label=${t("operateur")} name="operateur" required value=${operator.value}
      options=${operators.map((one) => [one.code, one.label])}
      onChange=${(event) => (operator.value = event.target.value)}
    />
    <${FileField}
      label=${t("rapprochement.releve")} name="file" help=${t("rapprochement.releve.aide")} accept=${KINDS} required
    />
    <${Templates} templates=${templates} operator=${operator.value} />
    <div class="deux" key=${cycle.value}>
      <${InputField} label=${t("rapprochement.du")} name="dateDebut" type="date" required value=${chosen?.dateDebut} />
      <${InputField}
        label=${t("rapprochement.au")} name="dateFin" type="date" required
        value=${chosen && addDays(chosen.dateFin, LATE)}
      />
    </div>
    <${InputField}
      key=${`${cycle.value} ${operator.value}`} label=${t("rapprochement.nom")} name="nom" required maxlength="255"
      value=${chosen ? `${chosen.nom}, ${label}` : ""}
    />
    <div class="deux">
      <${InputField}
        label=${t("rapprochement.tolerance.montant")} name="toleranceMontant" type="number" min="0" step="1" value="0"
        help=${t("rapprochement.tolerance.montant.aide")} required
      />
      <${InputField}
        label=${t("rapprochement.tolerance.date")} name="toleranceDate" type="number" min="0" max="365" value="3"
        help=${t("rapprochement.tolerance.date.aide")} required
      />
    </div>
    <${Choice} name="autoMatch" defaultChecked>${t("rapprochement.auto")}<//>
  `;
}

function NewForm({ found, onOpen }) {
  const share = useSignal(/** @type {number | null} */ (null));
  const run = async (form) => {
    try {
      return await send(form, (part) => (share.value = part));
    } finally {
      share.value = null;
    }
  };
  const done = (answer) => {
    wanted.value = { cycle: "", operateur: "" };
    if (answer.id) onOpen(answer.id);
    // The statement is still read, or the session that is shown now is still matched.
    if (answer.jobId) setView({ tache: answer.jobId }, { replace: Boolean(answer.id) });
  };
  const { tache } = view.value;
  const finish = (session) => {
    setView({ tache: null }, { replace: true });
    onOpen(session.id);
  };
  if (tache) return html`<${LongWork} id=${tache} onDone=${finish} />`;
  // Once it is sent, the server reads it.
  const sent = share.value !== null && share.value < 1 ? share.value : null;
  if (!found.cycles.length) return html`<p class="note">${t("rapprochement.sanscycle")}</p>`;
  return html`
    <${Form} label=${t("rapprochement.ouvrir")} send=${run} onDone=${done}>
      <${Fields} ...${found} />
      ${share.value !== null && html`<${Progress} share=${sent} label=${t("rapprochement.lecture")} />`}
    <//>
  `;
}

export function NewSession({ onOpen }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    failure.value = null;
    loader.load(readChoices);
    return loader.abort;
  }, []);
  return html`
    <div class="pile">
      <div class="fil">
        <button type="button" class="lien" onClick=${() => setView({ onglet: null })}>
          <${Icon} name="back" />${t("rapprochement.retour")}
        </button>
        <h2>${t("rapprochement.nouvelle")}</h2>
      </div>
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      <div class="feuille">
        <${Loaded} from=${loader}>${(found) => html`<${NewForm} found=${found} onOpen=${onOpen} />`}<//>
      </div>
    </div>
  `;
}
