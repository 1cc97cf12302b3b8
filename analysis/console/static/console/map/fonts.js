/** The fonts of the map's names. */

export const PLAIN = ["sans-serif"];
export const BOLD = ["Tabanca Bold"]; // no such family: the browser draws its own sans-serif, bold by the name
