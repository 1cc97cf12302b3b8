/** A report of a programme or a region: asked for, waited for, and downloaded. */

import { InputField, SelectField } from "../components/fields.js";
import { useFileOrder } from "../components/file-order.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { filters } from "./dashboard-state.js";

/** Read what there may be reports of: "region/<id>" or "programme/<id>" with its name. */
export async function listSubjects() {
  const regions = (await places.listRegions()).map(({ id, nom }) => [`region/${id}`, nom]);
  if (!may("transferts.lire")) return regions;
  const { data } = await api.getJson("/programmes", { limit: 100 });
  return [...data.map(({ id, nom }) => [`programme/${id}`, nom]), ...regions];
}

/** Send what the form asks for; resolves with the job. */
function sendReport(form) {
  const [kind, id] = form.regionId.value.split("/");
  return api.post("/rapports", {
    [`${kind}Id`]: id,
    format: form.format.value,
    dateDebut: form.dateDebut.value || null,
    dateFin: form.dateFin.value || null,
  });
}

/** Ask for a report, of the region that the figures are about where one is chosen. */
const askReport = (subjects) =>
  ask({
    title: t("rapport"),
    text: t("rapport.texte"),
    label: t("rapport.etablir"),
    parts: html`
      <${SelectField}
        label=${t("rapport.sujet")} name="regionId" required
        value=${filters.value.region && `region/${filters.value.region}`}
        options=${[["", t("menage.lieu.choisir")], ...subjects]}
      />
      <div class="deux">
        <${InputField} label=${t("tableau.du")} name="dateDebut" type="date" id="rapport-dateDebut" />
        <${InputField} label=${t("tableau.au")} name="dateFin" type="date" id="rapport-dateFin" />
      </div>
      <${SelectField}
        label=${t("rapport.format")} name="format"
        options=${[["pdf", "PDF"], ["xlsx", "Excel (XLSX)"]]}
      />
    `,
    send: sendReport,
  });

/** Show the button of reports, and how far the one that was asked for is. */
export function Report() {
  const { run, isBusy, outcome } = useFileOrder({
    order: async () => askReport(await listSubjects()),
    label: t("rapport.prepare"),
    describeDone: (nom) => t("rapport.pret", { nom }),
  });
  return html`
    <div class="actions">
      <button type="button" class="bouton" id="rapport" disabled=${isBusy} onClick=${run}>
        <${Icon} name="file" />${t("rapport")}
      </button>
    </div>
    ${outcome}
  `;
}
