/** What was done about a complaint, the latest first; comments and answers to the complainant are added here. */

import { Choice, Field } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { code, stamp, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { describeWay } from "./complaint-moves.js";

const ALERT = "escalade";
const ASSIGNED = "assignation";
// Of these the comment names people, and is part of the sentence.
const NAMING = [ALERT, ASSIGNED];

/** Say that somebody was alerted: whom, where that is known. */
function describeAlert({ champs, commentaire }) {
  const level = champs.map((one) => code("plaintes.champ", one)).join(", ");
  const said = t("plaintes.alerte", { niveau: level });
  return commentaire ? t("intitule", { nom: said, valeur: commentaire }) : said;
}

const describeFields = ({ champs }) => champs.map((one) => code("plaintes.champ", one)).join(", ");

function describe(move) {
  if (move.action === ALERT) return describeAlert(move);
  if (move.action === ASSIGNED && move.commentaire) return t("plaintes.assignea", { nom: move.commentaire });
  if (move.action === "statut") return t("plaintes.devient", { statut: code("plainte", move.statutApres) });
  const reasons = describeFields(move);
  const said = code("plaintes.geste", move.action);
  return reasons ? t("intitule", { nom: said, valeur: reasons }) : said;
}

/** Name who did it: without a person it was the complainant, on the way by which they came, or the service itself. */
function nameAuthor({ auteur, action }, { canal }) {
  if (auteur) return auteur.nom;
  if (action === "creation") return canal === "guichet" ? t("plaintes.sansauteur") : code("canal", canal);
  return t(action === ALERT ? "plaintes.parservice" : "plaintes.sansauteur");
}

const Move = ({ move, complaint }) => html`
  <li key=${move.id}>
    <span><strong>${describe(move)}</strong></span>
    <span class="petit doux">${nameAuthor(move, complaint)} · ${stamp(move.date)}</span>
    ${move.action === ASSIGNED && move.commentaire && html`<span class="petit doux">${describeFields(move)}</span>`}
    ${move.commentaire && !NAMING.includes(move.action) && html`<p class="cite">${move.commentaire}</p>`}
  </li>
`;

/** The form of a comment; one for the complainant is read by them. It is empty again when it was sent. */
function Comment({ complaint, run }) {
  const turn = useSignal(0);
  const send = (form) =>
    api.post(`/plaintes/${complaint.id}/commentaires`, {
      texte: form.texte.value,
      pourPlaignant: form.pourPlaignant.checked,
    });
  const done = (answer) => {
    turn.value += 1;
    run(async () => answer, t("plaintes.commente"));
  };
  return html`
    <${Form} key=${turn.value} label=${t("plaintes.commenter")} send=${send} onDone=${done}>
      <${Field} label=${t("plaintes.commentaire")} name="texte">
        <textarea name="texte" id="f-texte" maxlength="10000" required />
      <//>
      <${Choice} name="pourPlaignant">
        ${t("plaintes.pourplaignant")}<small class="doux">${describeWay(complaint)}</small>
      <//>
    <//>
  `;
}

export const History = ({ complaint, moves, run, canChange }) => html`
  <section class="feuille" id="histoire">
    <h3>${t("plaintes.histoire")}</h3>
    <ul class="histoire">
      ${moves.map((move) => html`<${Move} key=${move.id} move=${move} complaint=${complaint} />`)}
    </ul>
    ${canChange && html`<${Comment} complaint=${complaint} run=${run} />`}
  </section>
`;
