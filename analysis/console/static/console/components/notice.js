/** A line over the map: no connection, or a part of the map that could not be drawn. */

import { t } from "../i18n.js";
import { locate, positionFailure } from "../map/locate.js";
import { resumeTiles, tileFailure } from "../map/tiles.js";
import { html, useEffect, useSignal } from "../preact.js";
import { Icon, IconButton } from "./icon.js";

const findState = () => (navigator.onLine ? null : "offline");

/** Say why there is no position; that can be put away, the map works without. */
const NoPosition = ({ reason }) => html`
  <${Icon} name="warning" />
  <span>${t(`avis.position.${reason}`)}</span>
  ${reason !== "impossible" && html`<button type="button" class="lien" onClick=${locate}>${t("reessayer")}</button>`}
  <${IconButton}
    icon="close" label=${t("fermer")} onClick=${() => {
      positionFailure.value = null;
    }}
  />
`;

export function Notice() {
  const kind = tileFailure.value;
  const reason = positionFailure.value;
  /** The failure that was put away: one word of it stays, and opens it again. */
  const small = useSignal(/** @type {string | null} */ ("offline")); // the menu says it in full

  function retry() {
    tileFailure.value = findState();
    small.value = "offline";
    resumeTiles();
  }

  useEffect(() => {
    const onOffline = () => {
      tileFailure.value = "offline";
    };
    tileFailure.value ??= findState();
    addEventListener("offline", onOffline);
    addEventListener("online", retry);
    return () => {
      removeEventListener("offline", onOffline);
      removeEventListener("online", retry);
    };
  }, []);
  const isSmall = kind !== null && small.value === kind;
  const shrink = (now) => () => {
    small.value = now;
  };
  const content = isSmall
    ? html`
        <button type="button" class="lien" onClick=${shrink(null)}>
          <${Icon} name="warning" /><span>${t(`avis.court.${kind}`)}</span>
        </button>
      `
    : html`
        <${Icon} name="warning" />
        <span>${t(`avis.${kind}`)}</span>
        <button type="button" class="lien" onClick=${retry}>${t("reessayer")}</button>
        <${IconButton} icon="close" label=${t("fermer")} onClick=${shrink(kind)} />
      `;
  return html`
    <div class=${isSmall ? "avis reduit" : "avis"} data-sorte=${kind} role="status" hidden=${!kind && !reason}>
      ${kind ? content : reason && html`<${NoPosition} reason=${reason} />`}
    </div>
  `;
}
