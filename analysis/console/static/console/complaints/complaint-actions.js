/** What can be done with a complaint in its state: the buttons, and the dialogs behind them. */

import { ActMenu } from "../components/act-menu.js";
import { SelectField } from "../components/fields.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { askAssignment } from "./assign.js";
import { askChange, askReclassification, askSubject } from "./complaint-changes.js";
import { askAndPost, askClosing, askMove, askOutcome, Text } from "./complaint-moves.js";
import { DESK_ORIGINS } from "./complaint-state.js";
import { isOpen, OPEN_STATES } from "./open-states.js";
import { askReceipt } from "./receipt.js";

const DECIDED = ["resolue", "fermee", "rejetee"];
const PAUSES = ["attente_plaignant", "attente_operateur", "attente_enquete", "force_majeure"];
const NOTES = [5, 4, 3, 2, 1];

const askPause = (_complaint, path, tag) =>
  askAndPost({
    title: t("plaintes.suspendre"),
    text: t("plaintes.suspendre.texte"),
    parts: html`
      <${SelectField} label=${t("motif")} name="motif" options=${PAUSES.map((one) => [one, code("pause", one)])} />
      <${Text} name="commentaire" label=${t("plaintes.commentaire")} />
    `,
    path: `${path}/suspendre`,
    tag,
    read: (form) => ({ motif: form.motif.value, commentaire: form.commentaire.value || null }),
  });

const askResumption = (_complaint, path, tag) =>
  askAndPost({
    title: t("plaintes.reprendre"),
    parts: html`<${Text} name="commentaire" label=${t("plaintes.commentaire")} />`,
    path: `${path}/reprendre`,
    tag,
    read: (form) => ({ commentaire: form.commentaire.value || null }),
  });

const askAppeal = (_complaint, path, tag) =>
  askAndPost({
    title: t("plaintes.appel"),
    text: t("plaintes.appel.texte"),
    parts: html`<${Text} name="motif" label=${t("motif")} required />`,
    path: `${path}/appel`,
    tag,
    read: (form) => ({ motif: form.motif.value }),
  });

const askDecision = (_complaint, path, tag) =>
  askAndPost({
    title: t("plaintes.decider"),
    text: t("plaintes.decider.texte"),
    parts: html`
      <${SelectField}
        label=${t("plaintes.decision")} name="decision"
        options=${["confirme", "revise"].map((one) => [one, code("appel", one)])}
      />
      <${Text} name="motif" label=${t("motif")} required />
    `,
    path: `${path}/appel/decision`,
    tag,
    read: (form) => ({ decision: form.decision.value, motif: form.motif.value }),
  });

const askRating = (_complaint, path, tag) =>
  askAndPost({
    title: t("plaintes.satisfaction"),
    parts: html`
      <${SelectField}
        label=${t("plaintes.note")} name="note" options=${NOTES.map((one) => [one, t(`plaintes.note.${one}`)])}
      />
    `,
    path: `${path}/satisfaction`,
    tag,
    read: (form) => ({ note: Number(form.note.value) }),
  });

const askMember = (complaint, path, tag) =>
  askAssignment({ text: complaint.reference, send: (body) => api.post(`${path}/assigner`, body, { tag }) });

const isIn = (states) => (complaint) => states.includes(complaint.statut) && !complaint.appelEnCours;
const isExaminer = (_complaint, appeals) =>
  appeals.some((one) => one.statut === "depose" && one.examinateur.id === currentUser().id);

// Who complained without a desk has the code already: only who manages teams replaces it.
const isReceiptOwed = (one) => DESK_ORIGINS.includes(one.canal) || !one.recuDelivre || may("plaintes.gerer_equipes");

/** Say who has a complaint now, and why. */
const describeAssignment = ({ membre, equipe, raisons }) =>
  t("plaintes.assignee", {
    nom: membre?.nom ?? "",
    equipe: equipe?.nom ?? "",
    raisons: raisons.map((one) => code("plaintes.parce", one)).join(", "),
  });

// Each action: when it is offered, its dialog, and what is said when it is done.
const ACTIONS = {
  assigner: { when: isIn(OPEN_STATES), ask: askMember, said: describeAssignment },
  commencer: { when: isIn(["ouverte"]), ask: askMove("en_cours") },
  resoudre: { when: isIn(["en_cours"]), ask: askOutcome("resolue", "resolution") },
  fermer: { when: isIn(["resolue"]), ask: askClosing },
  rouvrir: { when: isIn(["resolue"]), ask: askMove("en_cours") },
  decider: { when: isExaminer, ask: askDecision },
  suspendre: { when: (one) => isIn(OPEN_STATES)(one) && !one.suspendueDepuis, ask: askPause },
  reprendre: { when: (one) => Boolean(one.suspendueDepuis), ask: askResumption },
  satisfaction: { when: isIn(["fermee"]), ask: askRating },
  appel: { when: isIn(DECIDED), ask: askAppeal },
  modifier: { when: isIn(OPEN_STATES), ask: askChange },
  preciser: { when: isIn([...OPEN_STATES, "resolue"]), ask: askSubject },
  reclasser: { when: () => true, ask: askReclassification },
  recu: { when: isReceiptOwed, ask: askReceipt, said: (answer) => t("plaintes.recu.fait", answer) },
  rejeter: { when: isIn([...OPEN_STATES, "resolue"]), ask: askOutcome("rejetee", "commentaire") },
};

// The act that a state waits for. A rejected complaint has come to its end: an appeal is its complainant's to make.
const NEXT = { nouvelle: "assigner", ouverte: "commencer", en_cours: "resoudre", resolue: "fermer" };

/** Return the act that comes next, or nothing. */
function findNext(complaint, appeals) {
  if (isExaminer(complaint, appeals)) return "decider";
  if (complaint.suspendueDepuis) return "reprendre";
  if (complaint.statut === "ouverte" && !complaint.membre) return "assigner";
  if (complaint.statut === "fermee" && !complaint.satisfaction) return "satisfaction";
  return NEXT[complaint.statut];
}

const nameAct = (name, { membre }) =>
  t(name === "assigner" && membre ? "plaintes.action.reassigner" : `plaintes.action.${name}`);

const sayDone = (name, complaint) => t("plaintes.fait", { acte: nameAct(name, complaint) });

/** Offer the act that comes next as a button; who complained at a desk is owed a receipt; the rest is a menu. */
export function Actions({ complaint, tag, appeals, moves, run, canChange }) {
  if (!canChange) return null;
  const path = `/plaintes/${complaint.id}`;
  const next = findNext(complaint, appeals);
  const isOwed = DESK_ORIGINS.includes(complaint.canal) && !complaint.recuDelivre && isOpen(complaint);
  const owed = isOwed ? "recu" : "";
  const offered = Object.entries(ACTIONS)
    .filter(([, action]) => action.when(complaint, appeals))
    .map(([name, action]) => ({
      name,
      id: `plainte-${name}`,
      label: nameAct(name, complaint),
      isGrave: name === "rejeter",
      run: () => run(() => action.ask(complaint, path, tag, moves), action.said ?? sayDone(name, complaint)),
    }));
  const pick = (name) => offered.filter((act) => act.name === name);
  const others = offered.filter(({ name }) => name !== next && name !== owed);
  const button = (act) => html`
    <button
      type="button" key=${act.id} id=${act.id} class=${act.name === next ? "bouton principal" : "bouton"}
      onClick=${act.run}
    >
      ${act.label}
    </button>
  `;
  return html`
    <div class="actions">
      ${[...pick(next), ...pick(owed)].map(button)}
      <${ActMenu} id="actes-plainte" label=${t("actes.autres")} acts=${others} />
    </div>
  `;
}
