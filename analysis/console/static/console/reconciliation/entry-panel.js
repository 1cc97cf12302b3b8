/** The chosen entry: what is wrong with it in a sentence, its candidates, and what may be decided. */

import { Failure, Skeleton } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { code, number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { ACTIONS, Choices, Note } from "./choices.js";
import { decide, undoEntry } from "./decisions.js";
import { describeState, nameOf, State } from "./entry-row.js";
import { isMatched, isOpen, isPair, isReturn, needsReason } from "./entry-rules.js";
import { OtherSide, Sides, signed } from "./sides.js";
import { findCandidate, findSuggestions, hasSuggestions, point } from "./suggestions.js";

/** Say in numbers how the sides of a pair differ. */
function describeGap({ ecartMontant, ecartDate }) {
  const words = [];
  if (ecartMontant) words.push(t("rapprochement.ecart.montant", { montant: signed(ecartMontant) }));
  if (ecartDate)
    words.push(t("rapprochement.ecart.date", { n: Math.abs(ecartDate), signe: ecartDate > 0 ? "+" : "−" }));
  return words.join(" · ");
}

const Suggestion = ({ entry, found, place, isPicked, days }) => html`
  <li>
    <button
      type="button" class="candidat" aria-pressed=${isPicked} id="candidat-${place + 1}"
      onClick=${() => point(entry, place)}
    >
      <span class="entree-tete">
        <kbd>${place + 1}</kbd><b>${t("rapprochement.score", { score: number(found.score) })}</b>
        <span class="petit doux">${found.accords.join(", ")}</span>
      </span>
      ${
        isReturn(entry)
          ? html`<${Sides} entry=${found.entree} days=${days} />`
          : html`<${OtherSide}
              entry=${entry} days=${days}
              pair=${{
                ecartMontant: found.ecartMontant,
                ecartDate: found.ecartDate,
                paiement: entry.paiement ?? found.entree.paiement,
                entreeReleve: entry.entreeReleve ?? found.entree.entreeReleve,
              }}
            />`
      }
    </button>
  </li>
`;

function Suggestions({ entry, days }) {
  const list = findSuggestions(entry);
  if (list === undefined) return html`<${Skeleton} lines=${3} />`;
  if (list instanceof Error) return html`<${Failure} error=${list} />`;
  if (!list.length) return html`<p class="doux">${t("rapprochement.aucunesuggestion")}</p>`;
  const picked = findCandidate(entry);
  return html`
    <ol class="candidats" aria-label=${t("rapprochement.suggestions")}>
      ${list.map(
        (found, place) => html`<${Suggestion}
          key=${found.entree.id} entry=${entry} found=${found} place=${place} isPicked=${found === picked} days=${days}
        />`,
      )}
    </ol>
    ${!picked && html`<p class="doux petit">${t("rapprochement.aucunesure")}</p>`}
  `;
}

/** What the machine has paired needs no decision; who sees that it is wrong undoes it. */
const Matched = () => html`
  <${Note} />
  <div class="actions">
    <button type="button" class="bouton" id="decide-defaire_paire" onClick=${() => decide("en_attente")}>
      ${t("rapprochement.faire.defaire_paire")}<kbd>${ACTIONS.en_attente.toUpperCase()}</kbd>
    </button>
  </div>
`;

const Decided = ({ entry }) => html`
  <p><strong>${describeState(entry)}</strong>${entry.commentaire && ` ${entry.commentaire}`}</p>
  <div class="actions">
    <button type="button" class="bouton" id="decide-annuler" onClick=${() => undoEntry(entry)}>
      <${Icon} name="undo" />${t("rapprochement.annuler.decision")}
    </button>
  </div>
`;

/** What waits says why, and becomes again what it was: its pair, where it had one. */
const Waiting = ({ entry }) => html`
  <div class="note">
    <div>
      <p>${entry.commentaire || t("decision.en_attente")}</p>
      <button type="button" class="lien" id="decide-reprendre" onClick=${() => undoEntry(entry)}>
        <${Icon} name="undo" />${t("rapprochement.reprendre")}
      </button>
    </div>
  </div>
`;

const whoOf = ({ paiement, entreeReleve }) => paiement?.beneficiaire ?? entreeReleve?.libelle ?? "";
const amountOf = ({ paiement, entreeReleve }) => paiement?.montant ?? entreeReleve?.montant;

/** `canDecide`: the session is open, and the caller may. */
export function EntryPanel({ entry, days, canDecide }) {
  const gap = isPair(entry) ? describeGap(entry) : "";
  return html`
    <h2>
      <span class="choisie-nom">${[whoOf(entry), money(amountOf(entry))].filter(Boolean).join(" · ")}</span>
      <${State} entry=${entry} />
    </h2>
    <p class="petit doux">${nameOf(entry)}</p>
    ${entry.raisonNonMatch && html`<p>${code("raison.texte", entry.raisonNonMatch)}</p>`}
    ${gap && html`<p><strong>${gap}</strong></p>`}
    ${canDecide && isOpen(entry) && entry.action === "en_attente" && html`<${Waiting} entry=${entry} />`}
    ${canDecide && isOpen(entry) && html`<${Note} isNeeded=${needsReason(entry)} /><${Choices} entry=${entry} />`}
    ${canDecide && isMatched(entry) && html`<${Matched} />`}
    ${canDecide && !isOpen(entry) && entry.decide && html`<${Decided} entry=${entry} />`}
    ${
      canDecide &&
      hasSuggestions(entry) &&
      html`
        <section class="pile serree">
          <h3>${t("rapprochement.suggestions")}</h3><${Suggestions} entry=${entry} days=${days} />
        </section>
      `
    }
  `;
}
