/** The button that creates a cycle, of a programme that is open or of one that is chosen, and its dialog. */

import { Failure } from "../components/feedback.js";
import { AmountField, Choice, InputField, readValues, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { code, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";
import { CREATE, money } from "./parts.js";

const LISTED = 100; // programmes to choose from; the API gives no more at once

const listProgrammes = async () =>
  (await api.get("/programmes", { statut: "actif", limit: LISTED })).filter(({ projet }) => !projet.lectureSeule);

/** Read the period of the next cycle of a programme; one without a recurrence, or at its end, has none. */
export async function readForecast(id, signal = undefined) {
  const next = await api.get(`/programmes/${id}/recurrence/preview`, {}, signal).catch(asValue);
  return next instanceof Error ? null : next;
}

/** What a cycle is asked for: its period stands as the programme's recurrence foresees it. */
function CycleFields({ programmes, first }) {
  const chosen = useSignal(programmes[0] ?? null);
  const next = useSignal(first);
  const isMoved = useSignal(false); // the last day that was foreseen is that of the first day which was foreseen
  const choose = async (event) => {
    const { value } = event.target;
    if (value === chosen.value?.id) return;
    next.value = await readForecast(value);
    isMoved.value = false;
    chosen.value = programmes.find(({ id }) => id === value);
  };
  const programme = chosen.value;
  const amount = Number(programme?.montantParBeneficiaire ?? 0);
  const frequency = code("frequence", programme?.frequencePaiement ?? "mensuel");
  return html`
    <${SelectField}
      label=${t("programme")} name="programmeId" value=${programme?.id} required onChange=${choose}
      options=${programmes.map(({ id, nom }) => [id, nom])} help=${!programmes.length && t("creer.cycle.aucun")}
    />
    <div class="deux" key=${programme?.id}>
      <${InputField}
        label=${t("creer.debut")} name="dateDebut" type="date" value=${next.value?.dateDebut} required
        onChange=${(event) => (isMoved.value = event.target.value !== next.value?.dateDebut)}
        help=${t(next.value ? "creer.debut.prevu" : "creer.debut.aide")}
      />
      <${InputField}
        key=${isMoved.value} label=${t("creer.fin")} name="dateFin" type="date"
        value=${isMoved.value ? null : next.value?.dateFin}
        help=${t("creer.fin.frequence", { frequence: frequency.toLowerCase() })}
      />
    </div>
    <${InputField} label=${t("creer.nom")} name="nom" maxlength="255" help=${t("creer.nom.aide")} />
    <${AmountField}
      label=${t("creer.montant")} name="montantParBeneficiaire" min="1" required=${!amount}
      help=${amount ? t("creer.montant.programme", { montant: money(amount) }) : null}
    />
    <${Choice} name="supplementaire">${t("creer.supplementaire")}<//>
  `;
}

/** Ask for a cycle of one of these programmes. Resolves with the cycle, or with null. */
async function askCycle(programmes) {
  const first = programmes.length ? await readForecast(programmes[0].id) : null;
  const send = (form) =>
    api.post("/cycles", {
      ...readValues(form, "programmeId", "dateDebut", "dateFin", "nom", "montantParBeneficiaire"),
      supplementaire: form.supplementaire.checked,
    });
  return ask({
    title: t("creer.cycle"),
    text: t("creer.cycle.texte"),
    parts: html`<${CycleFields} programmes=${programmes} first=${first} />`,
    label: t("creer.cycle.bouton"),
    send,
  });
}

/** Show the button to whoever may; of one `programme`, else of those that are active. The new cycle is opened. */
export function NewCycle({ programme = null }) {
  const isBusy = useSignal(false);
  const failure = useSignal(/** @type {any} */ (null));
  if (!may(CREATE)) return null;
  const create = async () => {
    isBusy.value = true;
    failure.value = null;
    try {
      const cycle = await askCycle(programme ? [programme] : await listProgrammes());
      if (cycle) setView({ vue: "cycles", element: cycle.id, onglet: null, statut: null, page: 1 });
    } catch (error) {
      failure.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  return html`
    <button type="button" class="bouton principal" id="nouveau-cycle" ...${needLine(isBusy.value)} onClick=${create}>
      <${Icon} name="plus" />${t("creer.cycle")}
    </button>
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}
