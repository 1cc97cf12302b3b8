"""Define the figures of sessions, and what a session is created from. Amounts are whole XOF."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from transfers.reconciliation.models import EntrySource, EntryStatus, MismatchReason, ReconciliationSession

# Payments that nobody expects on the statement: never sent, failed for both sides, or on that of another session.
UNEXPECTED = (MismatchReason.NON_ENVOYE, MismatchReason.ECHEC_CONFIRME, MismatchReason.DEJA_UTILISEE)
# Lines without a pair about which there is nothing to decide: fees and deposits, and those that another session has.
UNQUESTIONED = (MismatchReason.AUTRE_OPERATION, MismatchReason.DEJA_UTILISEE)
# Lines that name a payment which they are not the pair of: each is decided by itself.
NAMING = (MismatchReason.PAYE_DEUX_FOIS, MismatchReason.RETOUR_A_VERIFIER)


def compute_rate(pairs: int, expected: int) -> float:
    """Return the share of the expected payments that have a line, in percent; 100 when none is expected."""
    return round(100 * pairs / expected, 2) if expected else 100.0


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Name entries that the figures count together: those of one list. `est_paire` tells that they have both sides."""

    source: str
    statut: str
    raison: str | None
    est_paire: bool

    @property
    def key(self) -> str:
        """Return the name of the group in `compteurs`."""
        return f"{self.source}.{self.statut}.{self.raison or ''}.{int(self.est_paire)}"

    @classmethod
    def parse(cls, key: str) -> "EntryGroup":
        source, statut, raison, paired = key.split(".")
        return cls(source, statut, raison or None, paired == "1")

    @property
    def is_payment(self) -> bool:
        return self.source == EntrySource.SIG

    @property
    def is_expected(self) -> bool:
        """Return whether these are payments that should be on the statement."""
        return self.is_payment and (self.est_paire or self.raison not in UNEXPECTED)

    @property
    def needs_decision(self) -> bool:
        """Return whether somebody is to look at these entries. A pair in error counts once, by its payment."""
        if self.statut == EntryStatus.ERREUR:
            return self.is_payment or self.raison in NAMING
        settled = UNEXPECTED if self.is_payment else UNQUESTIONED
        return self.statut == EntryStatus.NON_RAPPROCHEE and self.raison not in settled

    @property
    def tells_problem(self) -> bool:
        """Return whether these entries are what a problem is counted by. That of a pair is counted by its payment.

        A return is told by two lines, that of the money which left and that of the money which came back.
        """
        if self.raison is None or self.raison == MismatchReason.EXTOURNE:
            return self.raison is not None and not self.is_payment
        return self.is_payment or not self.est_paire or self.raison in (*NAMING, MismatchReason.RETOUR_ANTERIEUR)


@dataclass(slots=True)
class GroupSum:
    """Hold how many entries a group has, and their amount: of the payments, or of the lines."""

    nombre: int = 0
    montant: int = 0


# The counters of a session: of each region (`` for none) the sums by the key of their group.
Counters = Mapping[str, Mapping[str, list[int]]]
Groups = dict[EntryGroup, GroupSum]


def read_groups(counters: Counters, regions: Iterable[UUID] | None) -> Groups:
    """Return the groups of a session's counters, of some regions only or (None) of all, and of no region."""
    wanted = None if regions is None else {str(region) for region in regions}
    groups: Groups = {}
    for region, sums in counters.items():
        if wanted is not None and region not in wanted:
            continue
        for key, (number, amount) in sums.items():
            total = groups.setdefault(EntryGroup.parse(key), GroupSum())
            total.nombre += number
            total.montant += amount
    return groups


@dataclass(frozen=True, slots=True)
class SessionFigures:
    """Hold the figures of a session.

    `rapprochees` counts pairs without an open error, `attendus` the payments that the statement should name, `a_decider`
    what somebody is to look at, and `erreurs_a_decider` what of this is an error: a pair is one decision, where `en_erreur`
    counts its two entries. The amounts are those of payments.
    """

    total_entrees: int
    rapprochees: int
    non_rapprochees_sig: int
    non_rapprochees_releve: int
    en_erreur: int
    attendus: int
    a_decider: int
    erreurs_a_decider: int
    montant_rapproche: int
    montant_non_rapproche: int

    @property
    def non_rapprochees(self) -> int:
        return self.non_rapprochees_sig + self.non_rapprochees_releve

    @property
    def taux(self) -> float:
        return compute_rate(self.rapprochees, self.attendus)

    @classmethod
    def sum(cls, groups: Groups, lines: int = 0) -> "SessionFigures":
        """Return the figures of these groups, and of `lines` that are no entries yet."""
        total = GroupSum(lines)
        paired, open_sig, open_releve, wrong, expected, missing, undecided, errors = (GroupSum() for _ in range(8))
        for group, each in groups.items():
            chosen = [total]
            is_error = group.statut == EntryStatus.ERREUR
            is_open = group.statut == EntryStatus.NON_RAPPROCHEE
            if group.is_payment and group.est_paire and not is_error:
                chosen.append(paired)
            if is_error:
                chosen.append(wrong)
            if is_open:
                chosen.append(open_sig if group.is_payment else open_releve)
            if group.is_expected:
                chosen.append(expected)
                if not group.est_paire:
                    chosen.append(missing)
            if group.needs_decision:
                chosen += [undecided, errors] if is_error else [undecided]
            for each_sum in chosen:
                each_sum.nombre += each.nombre
                each_sum.montant += each.montant
        return cls(
            total_entrees=total.nombre,
            rapprochees=paired.nombre,
            non_rapprochees_sig=open_sig.nombre,
            non_rapprochees_releve=open_releve.nombre,
            en_erreur=wrong.nombre,
            attendus=expected.nombre,
            a_decider=undecided.nombre,
            erreurs_a_decider=errors.nombre,
            montant_rapproche=paired.montant,
            montant_non_rapproche=missing.montant,
        )


@dataclass(frozen=True, slots=True)
class CycleSums:
    """Hold how many payments a cycle has at one operator, and their amount."""

    nombre: int
    montant: int


@dataclass(frozen=True, slots=True)
class GroupCount:
    """Hold how many entries have a status and a reason, and their amount."""

    source: str
    statut: str
    raison: str | None
    nombre: int
    montant: int


@dataclass(frozen=True, slots=True)
class SessionDetail:
    """Hold one session with what its detail shows, of the regions that a caller sees."""

    session: ReconciliationSession
    figures: SessionFigures
    groups: list[GroupCount]
    sums: CycleSums
    # Null for who may not read the statement's file.
    file_id: UUID | None


@dataclass(frozen=True, slots=True)
class SessionValues:
    """Hold what a session is created from, beside its cycle and its statement."""

    nom: str
    operateur: str
    date_debut: date
    date_fin: date
    fichier_id: UUID
    tolerance_montant: int = 0
    tolerance_date: int = 3
    auto_match: bool = False
