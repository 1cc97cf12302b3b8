/** A fold of a card whose content is read when it is first opened. */

import { html, useMemo, useSignal } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { Loaded } from "./feedback.js";

/** `read(signal)` reads the content, `children(value)` shows it; `id` is the element's. */
export function Fold({ id, title, read, lines, children }) {
  const loader = useMemo(createLoader, []);
  const wasOpened = useSignal(false);

  function open(event) {
    if (!event.target.open || wasOpened.value) return;
    wasOpened.value = true;
    loader.load(read);
  }

  return html`
    <details id=${id} onToggle=${open}>
      <summary>${title}</summary>
      <div>${wasOpened.value && html`<${Loaded} from=${loader} lines=${lines}>${children}<//>`}</div>
    </details>
  `;
}
