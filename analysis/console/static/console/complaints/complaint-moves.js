/** The dialogs in which a complaint goes from one state to the next, with an answer to who complained. */

import { Choice, Field } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";

const ANSWER = "reponse";

export const Text = ({ name, label, required = false }) => html`
  <${Field} label=${label} name=${name}>
    <textarea name=${name} id="f-${name}" maxlength="10000" required=${required} />
  <//>
`;

/**
 * Ask in a dialog for the fields of a request, and send it with the tag of what was seen.
 * @param {{title: string, text?: string, parts?: any, path: string, tag: any, read: (form: any) => object}} request
 */
export const askAndPost = ({ title, text = "", parts = null, path, tag, read }) =>
  ask({ title, text, parts, label: title, send: (form) => api.post(path, read(form), { tag }) });

/** Nothing about violence is written to anybody. */
const isWritable = ({ categorie }) => categorie !== "vbg";

/** Say by which way an answer comes to the complainant, if by any. */
export function describeWay({ categorie, canal, recuDelivre }) {
  if (categorie === "vbg") return t("plaintes.reponse.vbg");
  if (canal === "sms" || canal === "voix") return t(`plaintes.reponse.${canal}`);
  return t(recuDelivre ? "plaintes.reponse.code" : "plaintes.reponse.aucune");
}

/** Say of a complaint that somebody else has that it stays theirs; nothing of one's own. */
const describeHandler = ({ membre }) =>
  membre && membre.userId !== currentUser().id ? t("plaintes.autrui", { nom: membre.nom }) : "";

const nameMove = (statut, complaint) =>
  t(`plaintes.vers.${statut}${statut === "en_cours" && complaint.statut === "resolue" ? ".encore" : ""}`);

export const askMove =
  (statut, text = "") =>
  (complaint, path, tag) =>
    askAndPost({
      title: nameMove(statut, complaint),
      text: [text, describeHandler(complaint)].filter(Boolean).join(" "),
      parts: html`<${Text} name="commentaire" label=${t("plaintes.commentaire")} />`,
      path: `${path}/statut`,
      tag,
      read: (form) => ({ statut, commentaire: form.commentaire.value || null }),
    });

/** Close it; who complained may still have no answer to read. */
export function askClosing(complaint, path, tag, moves) {
  const hasAnswer = moves.some(({ action }) => action === ANSWER);
  const text = hasAnswer || !isWritable(complaint) ? "" : t("plaintes.fermer.sansreponse");
  return askMove("fermee", text)(complaint, path, tag);
}

/** Resolve or reject it: the reason is needed, and can be the answer to the complainant, too. */
export const askOutcome = (statut, field) => (complaint, path, tag) => {
  const title = nameMove(statut, complaint);
  const answer = () => html`
    <${Choice} name="pourPlaignant">
      ${t("plaintes.reponse.aussi")}<small class="doux">${describeWay(complaint)}</small>
    <//>
  `;
  /** @type {any} */
  let moved = null;
  const send = async (form) => {
    const text = form[field].value;
    // Sent again where only the answer failed: the complaint has moved already.
    moved ??= await api.post(`${path}/statut`, { statut, [field]: text }, { tag });
    if (form.pourPlaignant?.checked) await api.post(`${path}/commentaires`, { texte: text, pourPlaignant: true });
    return moved;
  };
  const parts = html`
    <${Text} name=${field} label=${t(`plaintes.${field}`)} required />
    ${isWritable(complaint) && answer()}
  `;
  return ask({ title, text: describeHandler(complaint), parts, label: title, send });
};
