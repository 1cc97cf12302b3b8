"""Define a month of an operator account, and what the operator says of it. Amounts are whole XOF."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID


@dataclass(frozen=True, slots=True)
class MonthSums:
    """Hold what moved an account in a month.

    Deposits and reversals came in, payments (without fees) and fees left; adjustments are signed. The balances are None
    where no statement of the operator has that of the month. `premier` and `dernier` are the days of the first and the
    last movement, None without one.
    """

    ouverture: int | None
    depots: int
    nb_depots: int
    paiements: int
    nb_paiements: int
    frais: int
    extournes: int
    nb_extournes: int
    ajustements: int
    nb_ajustements: int
    cloture: int | None
    premier: date | None
    dernier: date | None


@dataclass(frozen=True, slots=True)
class MonthGaps:
    """Hold the operator's sums less ours; None where the operator gives no balance."""

    ouverture: int | None
    depots: int
    paiements: int
    frais: int
    extournes: int
    ajustements: int
    cloture: int | None


@dataclass(frozen=True, slots=True)
class StatementOfMonth:
    id: UUID
    nom: str
    periode_debut: date
    periode_fin: date
    solde_ouverture: int | None
    solde_cloture: int | None
    annonce_debut: date | None
    annonce_fin: date | None


@dataclass(frozen=True, slots=True)
class MonthlyStatement:
    """Hold a month of an account: ours, theirs (None without a statement), and the differences."""

    id: UUID
    code: str
    nom_compte: str
    operateur: str
    mois: str
    sig: MonthSums
    operateur_dit: MonthSums | None
    ecarts: MonthGaps | None
    releves: list[StatementOfMonth]
