/** What was sent after it had waited: its code, and the way to it. It is forgotten when the page is left. */

import { isHandedOver } from "../complaints/categories.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, useEffect, useSignal } from "../preact.js";
import { sent } from "./outbox.js";

const Name = ({ kind, name }) => html`<span>${t(`attente.${kind}`, { nom: name })}</span>`;

/** Offer the code of a complaint whose taker does not find it again, until it is given. */
function HandOver({ complaint }) {
  const isGiven = useSignal(false);
  const give = async () => {
    const { handOver } = await import("../complaints/receipt.js");
    isGiven.value = await handOver(complaint);
  };
  if (isGiven.value) return null;
  return html`<button type="button" class="bouton" onClick=${give}>${t("plaintes.recu")}</button>`;
}

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
      ${isHandedOver(one.complaint?.categorie) && html`<${HandOver} complaint=${one.complaint} />`}
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
