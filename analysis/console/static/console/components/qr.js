/** A QR code from the picture that the server made: nothing of an answer becomes markup. */

import { html } from "../preact.js";

/** Draw the picture of a `data:` URL anew. */
export function QrCode({ uri, label }) {
  const source = decodeURIComponent(uri.slice(uri.indexOf(",") + 1));
  const { documentElement: drawing } = new DOMParser().parseFromString(source, "image/svg+xml");
  const size = drawing.getAttribute("width");
  const line = drawing.querySelector("path");
  return html`
    <svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label}>
      <path d=${line?.getAttribute("d")} transform=${line?.getAttribute("transform")} stroke="#000" />
    </svg>
  `;
}
