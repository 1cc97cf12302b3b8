/** How French sets its signs: a line never breaks before : ; ! ? and %, nor inside « ». */

const NO_BREAK = "\u00a0";

/** Return a text with no-break spaces where French has them; Portuguese and English have no space there. */
export const typeset = (text) => text.replace(/ (?=[:;!?%»](?![\w/]))/g, NO_BREAK).replace(/« /g, `«${NO_BREAK}`);
