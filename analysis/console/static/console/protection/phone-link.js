/** A telephone number that dials itself. */

import { html } from "../preact.js";

export const PhoneLink = ({ number }) => html`
  <a class="lien" href=${`tel:${number.replace(/[^+\d]/g, "")}`}>${number}</a>
`;
