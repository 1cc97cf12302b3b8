/** How many entries wait to be sent, on every page; pressed, it leads to them. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { closeDrawer } from "../sidebar/drawer.js";
import { openPage } from "../state/view.js";
import { entries, sent, unreadable } from "./outbox.js";

const open = () => {
  closeDrawer();
  openPage("attente");
};

/** Say that what waited was sent, until its page was seen. */
function SentButton() {
  const count = sent.value.length;
  if (!count) return null;
  const label = t("horsligne.envoyees", { n: count });
  return html`
    <button type="button" class="a-envoyer" data-fait="" id="envoyees" aria-label=${label} onClick=${open}>
      <${Icon} name="check" /><span>${label}</span><b>${number(count)}</b>
    </button>
  `;
}

export function WaitingButton() {
  const count = entries.value.length + unreadable.value;
  if (!count) return html`<${SentButton} />`;
  const isRefused = unreadable.value > 0 || entries.value.some((entry) => entry.failure);
  const label = t(isRefused ? "horsligne.refusees" : "horsligne.attendent", { n: count });
  return html`
    <button
      type="button" class="a-envoyer" data-refus=${isRefused ? "" : null} id="a-envoyer" aria-label=${label}
      onClick=${open}
    >
      <${Icon} name=${isRefused ? "warning" : "upload"} /><span>${label}</span><b>${number(count)}</b>
    </button>
  `;
}
