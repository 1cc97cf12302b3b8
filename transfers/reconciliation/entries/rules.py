"""Decide entries in memory: what a decision changes, and what it does not allow.

An `EntryBook` holds the entries that a set of decisions may change. Each decision is checked against what the ones before
it have changed; nothing is written here.
"""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from config.errors.problems import conflict, invalid, invalid_status, not_found
from transfers.reconciliation.entries.types import Decision, Usage
from transfers.reconciliation.models import (
    CLAIMING,
    EntrySource,
    EntryStatus,
    LineNature,
    MismatchReason,
    ReconciliationEntry,
    Resolution,
)
from transfers.reconciliation.rules import has_fees
from transfers.reconciliation.types import EntryGroup

# What a decision changes of an entry, as its history stores it.
FIELDS: Final = (
    "statut",
    "paiement_id",
    "tentative_id",
    "ligne_id",
    "ligne_renversee_id",
    "region_id",
    "score",
    "indices",
    "ecart_montant",
    "ecart_date",
    "raison",
    "decide",
    "action",
    "commentaire",
)
# What entries without a pair are, unless something else is known of them.
USUAL_REASONS: Final = {
    EntrySource.SIG: MismatchReason.ABSENT_DU_RELEVE,
    EntrySource.RELEVE: MismatchReason.INCONNUE,
}


def is_pair(entry: ReconciliationEntry, other: ReconciliationEntry) -> bool:
    """Return whether two entries are the two sides of one pair."""
    both = entry.paiement_id and entry.ligne_id
    return bool(both) and (entry.paiement_id, entry.ligne_id) == (other.paiement_id, other.ligne_id)


def find_group(entry: ReconciliationEntry) -> tuple[str, str, int]:
    """Return the region and the group of the counters in which an entry is counted, and its amount."""
    paired = entry.paiement_id is not None and entry.ligne_id is not None
    group = EntryGroup(entry.source, entry.statut, entry.raison, paired)
    counted: Any = entry.paiement if entry.source == EntrySource.SIG else entry.ligne
    return str(entry.region_id or ""), group.key, counted.montant


@dataclass(slots=True)
class EntryBook:
    """Hold entries by their id, as they are now and as they were, and what is used elsewhere.

    `earlier` are lines of other sessions that returns may reverse, by the ids of their entries.
    """

    entries: dict[UUID, ReconciliationEntry]
    usage: Usage
    earlier: dict[UUID, ReconciliationEntry] = field(default_factory=dict)
    before: dict[UUID, ReconciliationEntry] = field(default_factory=dict)
    # By what an entry is about, which no decision changes: the payment of ours, the line of theirs. Each has one entry.
    payments: dict[UUID, ReconciliationEntry] = field(default_factory=dict)
    lines: dict[UUID, ReconciliationEntry] = field(default_factory=dict)
    earlier_payments: dict[UUID, ReconciliationEntry] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.before = {identity: copy(entry) for identity, entry in self.entries.items()}
        for entry in self.entries.values():
            if entry.source == EntrySource.SIG and entry.paiement_id:
                self.payments[entry.paiement_id] = entry
            elif entry.source == EntrySource.RELEVE and entry.ligne_id:
                self.lines[entry.ligne_id] = entry
        for entry in self.earlier.values():
            if entry.paiement_id:
                self.earlier_payments.setdefault(entry.paiement_id, entry)

    def list_changed(self) -> list[ReconciliationEntry]:
        """Return the entries whose version differs from that in the database."""
        return [entry for entry in self.entries.values() if entry.version != self.before[entry.id].version]

    def decide(self, decision: Decision) -> list[ReconciliationEntry]:
        """Apply one decision; return the entries that it changed, as they were.

        Raises NOT_FOUND, CONFLICT (another version, decided or used by somebody else), INVALID_STATUS, VALIDATION_ERROR.
        """
        entry = self._find(decision.entry_id)
        if decision.version is not None and decision.version != entry.version:
            raise conflict(_("Cette entrée a changé entre-temps : rechargez-la."))
        if entry.decide and entry.action != Resolution.EN_ATTENTE:
            raise conflict(_("Cette entrée est déjà décidée : annulez d'abord cette décision."))
        touched = [entry, *self._list_partners(entry)]
        earlier = self._find_earlier(entry, decision) if decision.action == Resolution.MATCH_MANUEL else None
        if earlier is not None:
            snapshot = [copy(entry)]
            self._reverse(entry, earlier, decision)
        elif decision.action == Resolution.MATCH_MANUEL and entry.raison == MismatchReason.RETOUR_A_VERIFIER:
            pair = self._find_returned_pair(entry)
            snapshot = [copy(row) for row in (entry, *pair)]
            self._return_pair(entry, pair, decision)
        elif decision.action == Resolution.MATCH_MANUEL:
            other = self._find_other(entry, decision)
            touched += [row for row in (other, *self._list_partners(other)) if row not in touched]
            snapshot = [copy(row) for row in touched]
            self._pair(entry, other, decision)
        else:
            snapshot = [copy(row) for row in touched]
            self._resolve(entry, decision)
        return self._count_versions(snapshot)

    def _count_versions(self, snapshot: list[ReconciliationEntry]) -> list[ReconciliationEntry]:
        """Give each changed entry its next version, and return what these entries were."""
        changed = [old for old in snapshot if read_fields(old) != read_fields(self.entries[old.id])]
        for old in changed:
            self.entries[old.id].version = old.version + 1
        return changed

    def _find(self, identity: UUID) -> ReconciliationEntry:
        if identity not in self.entries:
            raise not_found(_("Cette entrée n'existe pas dans cette session."))
        return self.entries[identity]

    def _list_partners(self, entry: ReconciliationEntry) -> list[ReconciliationEntry]:
        """Return the other side of an entry's pair, in a list of at most one."""
        if not (entry.paiement_id and entry.ligne_id):
            return []
        is_payment = entry.source == EntrySource.SIG
        other = self.lines.get(entry.ligne_id) if is_payment else self.payments.get(entry.paiement_id)
        return [other] if other and is_pair(entry, other) else []

    def _find_other(self, entry: ReconciliationEntry, decision: Decision) -> ReconciliationEntry:
        """Return the entry of the other side of the wanted pair: by default that of the pair which is in doubt."""
        partners = self._list_partners(entry)
        if decision.other_id is None:
            if not partners:
                raise invalid({"entreeReleveId": [_("Indiquez l'autre entrée de la paire.")]})
            return partners[0]
        other = self._find(decision.other_id)
        if other.source == entry.source:
            raise invalid({"entreeReleveId": [_("Une paire a un paiement et une ligne du relevé.")]})
        return other

    def _pair(self, entry: ReconciliationEntry, other: ReconciliationEntry, decision: Decision) -> None:
        payment, line = (entry, other) if entry.source == EntrySource.SIG else (other, entry)
        if not is_pair(entry, other):
            self._require_free(other)
            self._require_pairable(payment, line)
            for row in (entry, other):
                self._separate(row)
            payment.ligne, line.paiement, line.region_id = line.ligne, payment.paiement, payment.region_id
            payment.raison = line.raison = None
            _measure_pair(payment, line)
        for row in (entry, other):
            row.statut, row.action, row.decide = EntryStatus.RAPPROCHEE, decision.action, True
        entry.statut, entry.commentaire = EntryStatus.RESOLU, decision.commentaire

    def _find_earlier(self, entry: ReconciliationEntry, decision: Decision) -> ReconciliationEntry | None:
        """Return the line of another session that a return is to reverse: the one that is named, or its payment's."""
        if entry.ligne is None or entry.source != EntrySource.RELEVE or entry.ligne.nature != LineNature.EXTOURNE:
            return None
        if decision.other_id is not None:
            return self.earlier.get(decision.other_id)
        if entry.raison != MismatchReason.RETOUR_A_VERIFIER or entry.paiement_id is None:
            return None
        return self.earlier_payments.get(entry.paiement_id)

    def _reverse(self, entry: ReconciliationEntry, earlier: ReconciliationEntry, decision: Decision) -> None:
        """Say that the money of a line of another session came back by this one."""
        if entry.ligne_id in self.usage.lines:
            raise conflict(_("Une autre session a rapproché cette ligne ou ce paiement."))
        if earlier.raison == MismatchReason.EXTOURNE:
            raise conflict(_("L'argent de cette ligne est déjà revenu."))
        entry.paiement, entry.region_id, entry.tentative_id = earlier.paiement, earlier.region_id, earlier.tentative_id
        entry.ligne_renversee_id = earlier.ligne_id
        came, went = entry.ligne, earlier.ligne
        if came is not None and went is not None:
            began, ended = went.date_operation, came.date_operation
            entry.ecart_montant = came.montant - went.montant
            entry.ecart_date = (ended - began).days if began and ended else None
        entry.raison, entry.statut = MismatchReason.RETOUR_ANTERIEUR, EntryStatus.RESOLU
        entry.action, entry.decide, entry.commentaire = decision.action, True, decision.commentaire

    def _find_returned_pair(self, entry: ReconciliationEntry) -> list[ReconciliationEntry]:
        """Return both sides of the pair that a return is about. Raises when there is none whose money can come back."""
        payment = self.payments.get(entry.paiement_id) if entry.paiement_id else None
        partners = self._list_partners(payment) if payment else []
        if payment is None or not partners:
            raise invalid_status(_("Le relevé ne montre pas que cet argent est parti : dites de qui est l'erreur."))
        is_accepted = payment.action in (None, Resolution.EN_ATTENTE, Resolution.MATCH_MANUEL)
        if payment.statut == EntryStatus.ERREUR or payment.raison == MismatchReason.EXTOURNE or not is_accepted:
            raise conflict(_("Décidez d'abord la paire de ce paiement, ou annulez sa décision."))
        return [payment, *partners]

    def _return_pair(self, entry: ReconciliationEntry, pair: list[ReconciliationEntry], decision: Decision) -> None:
        """Say that the money of a pair came back by this line: the payment has failed."""
        for row in pair:
            row.raison, row.statut = MismatchReason.EXTOURNE, EntryStatus.RESOLU
            row.action, row.decide = decision.action, True
        entry.raison, entry.statut = MismatchReason.EXTOURNE, EntryStatus.RESOLU
        entry.action, entry.decide, entry.commentaire = decision.action, True, decision.commentaire

    def _require_free(self, other: ReconciliationEntry) -> None:
        """Raise CONFLICT when the other side is decided, or has a pair."""
        if other.decide and other.action != Resolution.EN_ATTENTE:
            raise conflict(_("L'autre entrée est déjà décidée."))
        if self._list_partners(other):
            raise conflict(_("L'autre entrée a déjà une paire."))

    def _require_pairable(self, payment: ReconciliationEntry, line: ReconciliationEntry) -> None:
        """Raise when another session uses the payment or the line, or money came in, or none was sent."""
        if payment.paiement_id in self.usage.payments or line.ligne_id in self.usage.lines:
            raise conflict(_("Une autre session a rapproché cette ligne ou ce paiement."))
        if line.ligne and line.ligne.credit:
            raise invalid_status(_("Cette ligne est une entrée d'argent : elle ne paie personne."))
        if payment.raison == MismatchReason.NON_ENVOYE:
            raise invalid_status(_("Ce paiement n'a jamais été envoyé à l'opérateur."))

    def _separate(self, entry: ReconciliationEntry) -> None:
        """Undo the pair of an entry: both sides have none."""
        for row in (entry, *self._list_partners(entry)):
            if row.source == EntrySource.SIG:
                row.ligne = None
            else:
                row.paiement, row.region_id, row.ligne_renversee_id = None, None, None
            row.tentative_id = row.score = row.ecart_montant = row.ecart_date = None
            row.indices = []
            if row.raison is None or row.statut != EntryStatus.NON_RAPPROCHEE:
                row.raison = USUAL_REASONS[EntrySource(row.source)]
            row.statut = EntryStatus.NON_RAPPROCHEE

    def _resolve(self, entry: ReconciliationEntry, decision: Decision) -> None:
        if decision.action == Resolution.EN_ATTENTE:
            if entry.paiement_id and entry.ligne_id or entry.ligne_renversee_id:
                self._separate(entry)
            entry.decide, entry.action, entry.commentaire = True, decision.action, decision.commentaire
            return
        if entry.statut == EntryStatus.RAPPROCHEE:
            raise invalid_status(_("Cette entrée est rapprochée : mettez-la en attente pour défaire sa paire."))
        if decision.action in CLAIMING and entry.source == EntrySource.RELEVE and entry.ligne_id in self.usage.lines:
            raise conflict(_("Une autre session a rapproché cette ligne ou ce paiement."))
        for row in (entry, *self._list_partners(entry)):
            row.statut, row.action, row.decide = EntryStatus.RESOLU, decision.action, True
            row.commentaire = decision.commentaire


def _measure_pair(payment: ReconciliationEntry, line: ReconciliationEntry) -> None:
    """Set how a pair that was made by hand differs."""
    paid, said = payment.paiement, line.ligne
    if paid is None or said is None:
        return
    sent = paid.date_execution or paid.date_soumission
    days = (said.date_operation - timezone.localdate(sent)).days if sent and said.date_operation else None
    net = paid.montant if paid.montant_recu is None else paid.montant_recu
    fees = (paid.taxe_administrative or 0) + (paid.frais_retrait or 0)
    ours = net + fees if has_fees(said.montant, net, fees, paid.montant, said.brut) else net
    for row in (payment, line):
        row.tentative_id, row.score, row.indices = None, None, []
        row.ecart_montant, row.ecart_date = said.montant - ours, days


def read_fields(entry: ReconciliationEntry) -> dict[str, Any]:
    """Return what a decision may change of an entry, as JSON."""
    fields = {name: getattr(entry, name) for name in FIELDS}
    return {
        name: str(value) if name == "score" and value is not None or isinstance(value, UUID) else value
        for name, value in fields.items()
    }


def sum_changes(pairs: Iterable[tuple[ReconciliationEntry, ReconciliationEntry]]) -> dict[tuple[str, str], list[int]]:
    """Return what entries that changed (before, after) add to the counters, by region and group."""
    changes: dict[tuple[str, str], list[int]] = {}
    for pair in pairs:
        for entry, sign in zip(pair, (-1, 1), strict=True):
            region, key, amount = find_group(entry)
            each = changes.setdefault((region, key), [0, 0])
            each[0] += sign
            each[1] += sign * amount
    return changes


def add_changes(
    counters: dict[str, dict[str, list[int]]], changes: dict[tuple[str, str], list[int]]
) -> dict[str, dict[str, list[int]]]:
    """Return the counters of a session with these changes; groups that become empty are left out."""
    result = {region: dict(sums) for region, sums in counters.items()}
    for (region, key), (number, amount) in changes.items():
        sums = result.setdefault(region, {})
        before = sums.get(key, [0, 0])
        sums[key] = [before[0] + number, before[1] + amount]
    return {
        region: kept
        for region, sums in result.items()
        if (kept := {key: each for key, each in sums.items() if each[0]})
    }
