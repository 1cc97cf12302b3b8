/** What may be decided of an entry: the safe act first, what each does in a sentence, and which needs a reason. */

import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { accept } from "./acceptance.js";
import { decide, isReasonMissing, note } from "./decisions.js";
import { isAcceptable, isPair, isReturn } from "./entry-rules.js";
import { investigate } from "./investigation.js";
import { findCandidate, hasSuggestions } from "./suggestions.js";

/** What may be decided beside accepting: each with its key. */
export const ACTIONS = { ignorer: "i", erreur_operateur: "o", erreur_sig: "s", en_attente: "p" };
const KEYS = { ...ACTIONS, accepter: "a", apparier: "a", enqueter: "e" };

/** What is done first of a kind of difference: where a person may not have the money, or not all of it, it is looked
 * into; what the operator should not have paid is claimed. */
const FIRST = {
  autre_numero: "enqueter",
  retour_a_verifier: "enqueter",
  montant_partiel: "enqueter",
  montant_different: "erreur_operateur",
  paye_deux_fois: "erreur_operateur",
  paye_ailleurs: "erreur_operateur",
};

export const mayInvestigate = (entry) => isPair(entry) && may("plaintes.creer");

/** Return what is done first: whoever may open no complaint puts off what is to be looked into. Of what waits, nothing:
 * why it waits is read before. */
function findFirst(entry, accepting) {
  if (entry.action === "en_attente") return null;
  const first = FIRST[entry.raisonNonMatch] ?? accepting;
  return first === "enqueter" && !mayInvestigate(entry) ? "en_attente" : first;
}

/** List what may be decided of an open entry, the safe act first. */
function listActs(entry) {
  const accepting = hasSuggestions(entry) ? "apparier" : isAcceptable(entry) && "accepter";
  const others = ["erreur_operateur", "erreur_sig", "ignorer", "en_attente"];
  const all = [mayInvestigate(entry) && "enqueter", accepting, ...others];
  const first = findFirst(entry, accepting);
  return { first, acts: [...new Set([first, ...all])].filter(Boolean) };
}

function findSide(entry) {
  if (isReturn(entry)) return "retour";
  return isPair(entry) ? "paire" : entry.source;
}

/** Say what an act does: the sentence of its kind of difference, else of entries without a pair, else of all. */
export function describeEffect(act, entry) {
  const base = `rapprochement.effet.${act}`;
  const keys = [`${base}.${entry.raisonNonMatch}`, `${base}.${findSide(entry)}`];
  return t(keys.find((key) => t(key) !== key) ?? base);
}

function run(act, entry) {
  if (act === "enqueter") investigate(entry, describeEffect(act, entry));
  else if (act === "accepter" || act === "apparier") accept();
  else decide(act);
}

const Act = ({ act, entry, isFirst }) => {
  const isOff = act === "apparier" && !findCandidate(entry);
  return html`
    <li class=${isFirst ? "premier" : ""}>
      <button
        type="button" class="bouton ${isFirst ? "principal" : ""}" id="decide-${act}" disabled=${isOff}
        aria-describedby="effet-${act}" onClick=${() => run(act, entry)}
      >
        ${t(`rapprochement.faire.${act}`)}<kbd>${KEYS[act].toUpperCase()}</kbd>
      </button>
      <small class="doux" id="effet-${act}">${describeEffect(act, entry)}</small>
    </li>
  `;
};

/** The reason of the next decision. Where accepting needs one and none stands there, it is asked for. */
export const Note = ({ isNeeded = false }) => html`
  <label class="champ">
    <span>${t(isNeeded ? "rapprochement.note.acceptation" : "rapprochement.note")}</span>
    <input
      id="note-decision" maxlength="1000" autocomplete="off" value=${note.value}
      aria-invalid=${isReasonMissing.value ? "true" : null}
      aria-describedby=${isReasonMissing.value ? "note-manque" : null}
      onInput=${(event) => {
        note.value = event.target.value;
        isReasonMissing.value = false;
      }}
    />
    ${
      isReasonMissing.value &&
      html`<small class="faute-champ" id="note-manque">${t("rapprochement.note.manque")}</small>`
    }
  </label>
`;

/** Show what may be decided, with what it does. */
export function Choices({ entry }) {
  const { first, acts } = listActs(entry);
  return html`
    <ul class="actes-entree" aria-label=${code("raison", entry.raisonNonMatch)}>
      ${acts.map((act) => html`<${Act} key=${act} act=${act} entry=${entry} isFirst=${act === first} />`)}
    </ul>
  `;
}
