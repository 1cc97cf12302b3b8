/** A telephone number as people read it out, in groups; the link dials the number itself. */

import { language } from "../i18n.js";
import { html } from "../preact.js";

const NO_BREAK = "\u00a0";

// The numbers of digits of the country, and one of its numbers, as the service reads them.
const { phoneLengths = "", phoneExample = "" } = document.documentElement.dataset;
const lengths = phoneLengths.split(" ").filter(Boolean);
const digits = (count) => `(?:[ .\\(\\)\\-]*[0-9]){${count}}[ .\\(\\)\\-]*`;

/** What the service reads as a telephone number: one of this country, or with + and the code of a country. */
export const PHONE_PATTERN = [...lengths.map(digits), `[ ]*(?:[+]|00)${digits("7,15")}`].join("|");

/** What a sentence about a wrong number says of the right ones. */
export const describePhone = () => ({
  chiffres: new Intl.ListFormat(language.value, { type: "disjunction" }).format(lengths),
  exemple: phoneExample,
});

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

/** A telephone number within a sentence, as people group its digits. */
const WITHIN = /(\+?\d[\d\s]{5,}\d)/;

/** Return the parts of a sentence; each telephone number in it is a link that dials, on one line. */
export const linkNumbers = (text) =>
  text
    .split(WITHIN)
    .map((part, at) =>
      at % 2 ? html`<a class="lien" href=${dial(part)} key=${at}>${part.replace(/\s/g, NO_BREAK)}</a>` : part,
    );
