/** What was sent after it had waited: its code, and the way to it. It is forgotten when the page is left. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, useEffect } from "../preact.js";
import { sent } from "./outbox.js";

const Name = ({ kind, name }) => html`<span>${t(`attente.${kind}`, { nom: name })}</span>`;

function Row({ one }) {
  const open = () => visit(`menage/${one.household}`, { vue: "carte", element: null });
  const label = one.code ?? t("attente.ouvrir");
  return html`
    <li>
      <${Icon} name="check" /><${Name} ...${one} />
      ${
        one.household
          ? html`<button type="button" class="lien" onClick=${open}>${label}</button>`
          : html`<strong>${one.code ?? ""}</strong>`
      }
    </li>
  `;
}

export function SentList() {
  useEffect(
    () => () => {
      sent.value = [];
    },
    [],
  );
  if (!sent.value.length) return null;
  return html`
    <section class="feuille" id="liste-envoyees">
      <h2>${t("attente.envoyees")}</h2>
      <ul class="envoyees">${sent.value.map((one) => html`<${Row} key=${one.id} one=${one} />`)}</ul>
    </section>
  `;
}
