/** What can be said of an entry: whether it is open, what differs in it, and what a decision changes in the figures. */

const OPEN = new Set(["erreur", "non_rapprochee"]);
/** Digits of a telephone that are compared: those of a national number. */
const PHONE_DIGITS = 9;

export const isOpen = (entry) => OPEN.has(entry.statut);
/** Whether it still waits for its first decision: what was put off comes last. */
export const isUntouched = (entry) => isOpen(entry) && entry.action !== "en_attente";
export const isPair = (entry) => Boolean(entry.paiement && entry.entreeReleve);
/** Why a line only names a payment, and is not its pair: another line has paid it. */
const NAMING = new Set(["paye_deux_fois", "retour_a_verifier"]);
const isNaming = (entry) => entry.source === "releve" && NAMING.has(entry.raisonNonMatch);

/** Whether an entry can be accepted as it is: a double names a payment that has its line already. */
export const isAcceptable = (entry) =>
  isPair(entry) && (!isNaming(entry) || entry.raisonNonMatch === "retour_a_verifier");

/** Accepting needs a reason where the money went elsewhere, or may not have come back, and of what waits. */
const REASONED = new Set(["autre_numero", "retour_a_verifier"]);
export const needsReason = (entry) =>
  entry.action === "en_attente" || (REASONED.has(entry.raisonNonMatch) && isAcceptable(entry));

/** Whether it is a line of money that came in: it pays nobody, and may give back what left on an earlier statement. */
export const isReturn = (entry) => entry.source === "releve" && Boolean(entry.entreeReleve?.credit);

const isEarlierReturn = (entry) => entry.source === "releve" && entry.raisonNonMatch === "retour_anterieur";

/** Whether the machine has paired it, and nobody has said so: who sees that it is wrong undoes it (`en_attente`). */
export const isMatched = (entry) =>
  entry.statut === "rapprochee" &&
  !entry.decide &&
  (isEarlierReturn(entry) || (isPair(entry) && !entry.raisonNonMatch));

/** Whether this may be decided of an entry. */
export const mayDecide = (entry, action) => isOpen(entry) || (action === "en_attente" && isMatched(entry));

/** Return the amount of the side that the entry is about. */
export const findAmount = ({ source, paiement, entreeReleve }) =>
  source === "sig" ? paiement.montant : entreeReleve.montant;

const digitsOf = (text) => (text ?? "").replace(/\D/g, "").slice(-PHONE_DIGITS);
const lettersOf = (text) => (text ?? "").toUpperCase().replace(/[^A-Z0-9]/g, "");
const differs = (one, other) => Boolean(one && other && one !== other);

/** Return which of reference, telephone, montant and date differ between two sides; `days` may pass between them. */
export function findDifferences({ paiement, entreeReleve, ecartDate = null, ecartMontant = null }, days) {
  if (!paiement || !entreeReleve) return new Set();
  const ours = paiement.montantRecu ?? paiement.montant;
  const found = {
    // Of an attempt that was repeated, the reference has a suffix.
    reference:
      differs(lettersOf(paiement.reference), lettersOf(entreeReleve.reference)) &&
      !lettersOf(entreeReleve.reference).startsWith(lettersOf(paiement.reference)),
    telephone: differs(digitsOf(paiement.telephone), digitsOf(entreeReleve.telephone)),
    montant: (ecartMontant ?? entreeReleve.montant - ours) !== 0,
    date: Math.abs(ecartDate ?? 0) > days,
  };
  return new Set(Object.keys(found).filter((name) => found[name]));
}

/**
 * Return what a decision adds to the figures.
 * @param {any} entry
 * @param {string} action
 * @param {any} other the entry of the other side, for a pair made by hand
 */
export function computeShift(entry, action, other = null) {
  const amount = entry.paiement?.montant ?? other?.paiement?.montant ?? 0;
  // What the machine had paired is open again, on both sides; of a return of an earlier line, on its own.
  if (isMatched(entry)) {
    const line = { nonRapprocheesReleve: 1, aDecider: 1 };
    if (isEarlierReturn(entry)) return line;
    const money = { montantRapproche: -amount, montantNonRapproche: amount };
    return { ...line, rapprochees: -1, nonRapprocheesSIG: 1, aDecider: 2, ...money };
  }
  // Money that came back reverses a line of another session: no payment of this one changes.
  if (other && isReturn(entry)) return { nonRapprocheesReleve: -1, aDecider: -1 };
  if (other) {
    const open = Number(isOpen(other));
    const line = entry.source === "releve" ? entry : other;
    const leaves = isNaming(line) ? { enErreur: -1, erreursADecider: -1 } : { nonRapprocheesReleve: -1 };
    const money = { montantRapproche: amount, montantNonRapproche: -amount };
    return { rapprochees: 1, nonRapprocheesSIG: -1, aDecider: -1 - open, ...leaves, ...money };
  }
  if (isPair(entry) && !isNaming(entry)) {
    // A pair is two entries, and one decision.
    const error = { enErreur: -2, erreursADecider: -1 };
    if (action !== "en_attente") return { ...error, rapprochees: 1, aDecider: -1, montantRapproche: amount };
    return { ...error, nonRapprocheesSIG: 1, nonRapprocheesReleve: 1, aDecider: 1, montantNonRapproche: amount };
  }
  if (action === "en_attente") return {};
  if (entry.statut === "erreur") return { enErreur: -1, erreursADecider: -1, aDecider: -1 };
  return { [entry.source === "sig" ? "nonRapprocheesSIG" : "nonRapprocheesReleve"]: -1, aDecider: -1 };
}

/** Return the opposite of what a decision adds. */
export const invertShift = (delta) =>
  Object.fromEntries(Object.entries(delta).map(([name, change]) => [name, -change]));

/** Return what an entry becomes by a decision, until the server says so itself. */
export function foresee(entry, action) {
  if (action === "en_attente") return { ...entry, action, statut: isMatched(entry) ? "non_rapprochee" : entry.statut };
  return { ...entry, statut: "resolu", action, decide: true };
}
