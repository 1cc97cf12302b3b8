/** A package of a region for a tablet without a network: ordered, waited for, and downloaded. */

import { saveFile } from "../components/download.js";
import { Done, Failure, Progress } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useRef, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { waitForJob } from "../server/jobs.js";
import * as places from "../server/places.js";
import { view } from "../state/view.js";

/** Ask for a region; resolves with what the server says of the order, or null. */
const askPackage = (regions) =>
  ask({
    title: t("paquet"),
    text: t("paquet.texte"),
    label: t("paquet.preparer"),
    parts: html`
      <${SelectField}
        label=${t("region")} name="region" value=${view.peek().region}
        options=${regions.map(({ id, nom }) => [id, nom])}
      />
    `,
    send: (form) => api.get("/carte/paquet", { region: form.region.value }),
  });

/** Show the button of packages, and how far the one that was ordered is. Ordered again, it is the same for a while. */
export function Package() {
  const share = useSignal(/** @type {number | null} */ (null));
  const isBusy = useSignal(false);
  const file = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  async function run() {
    failure.value = null;
    file.value = "";
    try {
      const order = await askPackage(await places.listRegions());
      if (!order) return;
      isBusy.value = true;
      const look = ({ progression }) => {
        share.value = progression.pourcentage / 100;
      };
      const made = order.fichier ? order : await waitForJob(order.jobId, look, leaving.current.signal);
      const { blob } = await api.getFile(`/fichiers/${made.fichier}/contenu`);
      saveFile(blob, made.nom);
      file.value = made.nom;
    } catch (error) {
      if (!isAborted(error)) failure.value = error;
    } finally {
      isBusy.value = false;
      share.value = null;
    }
  }

  return html`
    <section class="paquet">
      <button type="button" class="bouton large" id="paquet" disabled=${isBusy.value} onClick=${run}>
        <${Icon} name="download" />${t("paquet")}
      </button>
      ${isBusy.value && html`<${Progress} share=${share.value} label=${t("paquet.prepare")} />`}
      ${file.value && html`<${Done} text=${t("paquet.pret", { nom: file.value })} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
    </section>
  `;
}
