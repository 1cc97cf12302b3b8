"""Define what is reported of operator accounts."""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal
from uuid import UUID

AlertKind = Literal["solde_faible", "deficit_previsionnel", "inactif"]


class MovementKind(StrEnum):
    """List what moves an account, more closely than its documented types, which call all but two of these an adjustment."""

    DEPOT = "depot"
    PAIEMENT = "paiement"
    OUVERTURE = "ouverture"
    # Cash of a sheet that left with a payer, and what of it was brought back to the account.
    ESPECES_REMISES = "especes_remises"
    ESPECES_VERSEES = "especes_versees"
    # Money of a payment that came back.
    RETOUR = "retour"
    # An entry that takes back a mistaken one.
    CONTREPASSATION = "contrepassation"
    # What a statement showed to have moved otherwise.
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class BalanceParts:
    """Hold what of a balance is neither deposited nor paid (XOF, with its sign): with these two it adds up to the balance."""

    ouverture: int
    especes_remises: int
    especes_versees: int
    retours: int
    contrepassations: int
    corrections: int


@dataclass(frozen=True, slots=True)
class Alert:
    """Hold an alert of an account. `deficit` is what is missing (XOF), None for an inactive account."""

    id: UUID
    code: str
    nom_compte: str
    operateur: str
    solde: int
    solde_minimum: int
    deficit: int | None
    type_alerte: AlertKind
    message: str


@dataclass(frozen=True, slots=True)
class Deposit:
    """Hold what is answered to a deposit; amounts in whole XOF."""

    depot_id: UUID
    reference: str
    montant: int
    nouveau_solde: int


@dataclass(frozen=True, slots=True)
class DailyBalance:
    date: datetime.date
    solde: int


@dataclass(frozen=True, slots=True)
class ValuedEntries:
    """Hold what entries of one type added to an account on their value date; without a day, all that was before (XOF)."""

    jour: datetime.date | None
    type: str | None
    montant: int
    nombre: int


@dataclass(frozen=True, slots=True)
class PeriodSummary:
    """Hold what moved an account in a period, in whole XOF. Payments are positive amounts."""

    debut: datetime.date
    fin: datetime.date
    total_depots: int
    nombre_depots: int
    total_paiements: int
    nombre_paiements: int
    solde_debut: int
    solde_fin: int
    evolution: list[DailyBalance]

    @property
    def moyenne_paiement_jour(self) -> float:
        return round(self.total_paiements / ((self.fin - self.debut).days + 1), 2)


@dataclass(frozen=True, slots=True)
class Recalculation:
    """Hold a stored balance beside the sum of its movements."""

    ancien_solde: int
    nouveau_solde: int
    nombre_mouvements: int

    @property
    def difference(self) -> int:
        return self.nouveau_solde - self.ancien_solde


@dataclass(frozen=True, slots=True)
class OperatorTotals:
    operateur: str
    label: str
    comptes: int
    solde: int


@dataclass(frozen=True, slots=True)
class AccountTotals:
    """Hold the figures of all accounts, or of a project's. Activity is that of the asked days, or of today.

    What is free is that of the active ones; the need is what validated cycles will take from these and no run has reserved.
    """

    total_comptes: int
    comptes_actifs: int
    solde_total: int
    disponible_total: int
    besoin_valide: int
    par_operateur: list[OperatorTotals]
    soldes_faibles: int
    inactifs: int
    depots: int
    montant_depots: int
    paiements: int
    montant_paiements: int


@dataclass(frozen=True, slots=True)
class MovementRow:
    """Hold one line of an account's movements.

    `contrepasse_id` is the movement that it takes back; `motif_contrepassation`, `proposeur_id` and `contrepasse_le` are
    what people have proposed, and when another one confirmed it.
    """

    id: UUID
    sorte: str
    type: str
    numero: int
    reference: str | None
    montant: int
    solde_avant: int
    solde_apres: int
    date: datetime.datetime
    date_valeur: datetime.date
    description: str | None
    source: str | None
    piece_id: UUID | None
    auteur_id: UUID | None
    auteur_nom: str | None
    cycle_id: UUID | None
    contrepasse_id: UUID | None
    motif_contrepassation: str | None
    proposeur_id: UUID | None
    contrepasse_le: datetime.datetime | None
    est_contrepassable: bool
