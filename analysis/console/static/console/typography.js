/** How signs and units are set: in French a line never breaks before : ; ! ? and %, nor inside « »; in no language
 * between a number and its unit.
 */

const NO_BREAK = "\u00a0";
const UNITS = /(?<=[}\d]) (?=(?:s|min|h|m|km|Mo|MB)(?![\p{L}\d]))/gu;

/** Return a text with no-break spaces before units and, where French has them, before signs; Portuguese and English
 * have no space before signs. */
export const typeset = (text) =>
  text
    .replace(/ (?=[:;!?%»](?![\w/]))/g, NO_BREAK)
    .replace(/« /g, `«${NO_BREAK}`)
    .replace(UNITS, NO_BREAK);
