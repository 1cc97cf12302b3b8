/** Boxes by which rows of a list are chosen, and the way from a page to all that match. */

import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { describeError } from "./feedback.js";

/** `chosen`: a signal of a Set of ids. */
export const ChoiceBox = ({ chosen, id, label, ids }) => html`
  <input
    type="checkbox" id=${id} aria-label=${label} checked=${ids.length > 0 && ids.every((one) => chosen.value.has(one))}
    onChange=${(event) => pick(chosen, ids, event.target.checked)}
  />
`;

/** Choose rows, or take the choice back. */
export function pick(chosen, ids, isOn) {
  const next = new Set(chosen.value);
  for (const id of ids) next[isOn ? "add" : "delete"](id);
  chosen.value = next;
}

/** Offer to choose all that match once all of a page are chosen; `query`: the filters by the API's names. */
export function ChooseAll({ chosen, ids, total, query }) {
  const isBusy = useSignal(false);
  const message = useSignal("");
  const count = chosen.value.size;
  const clear = () => {
    chosen.value = new Set();
    message.value = "";
  };
  const all = async () => {
    isBusy.value = true;
    message.value = "";
    try {
      const found = await api.get("/menages/identifiants", query);
      chosen.value = new Set(found.ids);
      if (found.total > found.ids.length) message.value = t("choix.plafond", { n: found.ids.length });
    } catch (error) {
      message.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  const isOffered = count < total && ids.length > 0 && ids.every((id) => chosen.value.has(id));
  return html`
    ${
      isOffered &&
      html`
        <button type="button" class="lien" id="choix-reponse" disabled=${isBusy.value} onClick=${all}>
          ${t("choix.reponse", { n: total, nombre: number(total) })}
        </button>
      `
    }
    ${count > 0 && html`<button type="button" class="lien" onClick=${clear}>${t("choix.rien")}</button>`}
    ${message.value && html`<span class="doux petit" role="status">${message.value}</span>`}
  `;
}
