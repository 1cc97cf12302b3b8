/** A package of a region for a tablet without a network: ordered, waited for, and downloaded. */

import { SelectField } from "../components/fields.js";
import { useFileOrder } from "../components/file-order.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
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
  const { run, isBusy, outcome } = useFileOrder({
    order: async () => askPackage(await places.listRegions()),
    label: t("paquet.prepare"),
    describeDone: (nom) => t("paquet.pret", { nom }),
  });
  return html`
    <section class="paquet">
      <button type="button" class="bouton large" id="paquet" disabled=${isBusy} onClick=${run}>
        <${Icon} name="download" />${t("paquet")}
      </button>
      ${outcome}
    </section>
  `;
}
