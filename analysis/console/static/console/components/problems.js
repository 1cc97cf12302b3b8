/** The sentences of a form's problems, at the fields that they concern. */

import { createContext, html, useContext } from "../preact.js";

/** The problems of the form around: the sentences of each field. */
export const Problems = createContext(/** @type {Record<string, {id: string, text: string}[]>} */ ({}));

/** Show the problems of a field. */
export const FieldProblems = ({ name }) =>
  (useContext(Problems)[name] ?? []).map(
    ({ id, text }) => html`<small class="faute faute-champ" id=${id}>${text}</small>`,
  );
