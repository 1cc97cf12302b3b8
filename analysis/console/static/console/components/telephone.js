/** A telephone number as people read it out, in groups; the link dials the number itself. */

import { html } from "../preact.js";

const NO_BREAK = "\u00a0";

/** Write +245966851955 as "+245 966 851 955"; what was entered with marks of its own stays as it is. */
export const groupDigits = (telephone) => {
  const found = /^(\+245)?(\d{6,9})$/.exec(telephone);
  if (!found) return telephone;
  const [, country, rest] = found;
  return [country, ...(rest.match(/\d{1,3}/g) ?? [])].filter(Boolean).join(NO_BREAK);
};

/** Return the address that a phone dials. */
const dial = (telephone) => `tel:${telephone.replace(/[^+\d]/g, "")}`;

export const Telephone = ({ number }) => html`<a class="lien" href=${dial(number)}>${groupDigits(number)}</a>`;
