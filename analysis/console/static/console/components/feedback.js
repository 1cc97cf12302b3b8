/** The states of a panel other than its content: loading, empty, error, no permission, offline. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { Icon } from "./icon.js";
import { useOnline } from "./when-online.js";

const WIDTHS = ["92%", "64%", "78%", "48%"];

/** Show grey lines where the text will be; announced as busy. */
export const Skeleton = ({ lines = 4 }) => html`
  <div class="squelette" role="status" aria-busy="true" aria-label=${t("chargement")}>
    ${Array.from({ length: lines }, (_, index) => html`<span style=${{ width: WIDTHS[index % 4] }} />`)}
  </div>
`;

/** Say that nothing was found, and what to do about it; `children`: between both. */
export const Empty = ({ text, action = null, onAction = null, children = null }) => html`
  <div class="etat">
    <p>${text}</p>
    ${children}
    ${action && html`<button type="button" class="bouton" onClick=${onAction}>${action}</button>`}
  </div>
`;

/** Return the server's sentences about an input: those of its fields say more than the one above them. */
export const describeRefusal = ({ message, details }) =>
  [...new Set(Object.values(details ?? {}).flat())].join(" ") || message;

/** Say what happened, what to do, try again; tried by itself when the connection is back.
 *
 * Bad input shows the server's own sentences. `unkept`: what to say of what this device does not keep.
 */
export function Failure({ error, onRetry = null, unkept = t("erreur.offline.lecture") }) {
  const kind = error.kind ?? "failed";
  // What is read once more by itself needs no advice, only the reason why it is not there.
  const text = kind === "offline" && onRetry ? unkept : t(`erreur.${kind}.texte`);
  const detail = kind === "refused" || kind === "forbidden" ? describeRefusal(error) : "";
  useOnline(Boolean(onRetry) && kind === "offline", onRetry);
  return html`
    <div class="etat etat-${kind}" role="alert">
      <${Icon} name="warning" />
      <p><strong>${t(`erreur.${kind}.titre`)}</strong><span>${detail || text}</span></p>
      ${
        onRetry &&
        kind !== "forbidden" &&
        html`<button type="button" class="bouton" onClick=${onRetry}>${t("reessayer")}</button>`
      }
    </div>
  `;
}

/** Show what a loader read: `children(value)` when it is there. */
export function Loaded({ from, lines = 6, children }) {
  const answer = from.answer.value;
  if (answer === null) return html`<${Skeleton} lines=${lines} />`;
  return answer instanceof Error ? html`<${Failure} error=${answer} onRetry=${from.retry} />` : children(answer);
}

/** Return what went wrong, in a sentence. */
export function describeError(error) {
  if (error.kind === "offline") return t("erreur.offline.texte");
  return describeRefusal(error) || t(`erreur.${error.kind ?? "failed"}.texte`);
}

/** Show a progress bar with its numbers in words. `share` null: not known yet. */
export function Progress({ share, label, detail = "" }) {
  const isKnown = share !== null;
  return html`
    <div class="avancement">
      <p><strong>${label}</strong><span>${detail}</span></p>
      <progress
        key=${isKnown} max="100" aria-label=${label} value=${isKnown ? Math.round(share * 100) : undefined}
      />
    </div>
  `;
}

/** Say that something was done. */
export const Done = ({ text }) => html`<p class="dit"><${Icon} name="check" /><span>${text}</span></p>`;
