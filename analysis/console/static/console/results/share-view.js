/** Send what is shown: its address holds the filters, the order and the place on the map, and nothing about people. */

import { announce } from "../components/announce.js";
import { IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";

export function ShareView() {
  const isCopied = useSignal(false);
  const copy = async () => {
    // Without a clipboard the browser shows the address to be copied by hand.
    if (!navigator.clipboard) {
      prompt(t("partager.copier"), location.href);
      return;
    }
    await navigator.clipboard.writeText(location.href);
    isCopied.value = true;
    announce(t("partager.fait"));
    setTimeout(() => {
      isCopied.value = false;
    }, 4000);
  };
  return html`
    <${IconButton}
      icon=${isCopied.value ? "check" : "copy"} class="bouton carre" onClick=${copy} id="partager"
      label=${t(isCopied.value ? "partager.fait" : "partager.aide")}
    />
  `;
}
