"""Define the rows of beneficiaries which lists and the detail show, and their records."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, NotRequired, Protocol, TypedDict
from uuid import UUID


@dataclass(frozen=True, slots=True)
class BeneficiarySummary:
    """Hold a beneficiary with the codes and names of its household, areas and programme."""

    id: UUID
    code: str
    nom_complet: str
    telephone: str | None
    mode_paiement: str | None
    compte_mobile: str | None
    compte_bancaire: str | None
    type: str
    statut_enrolement: str
    updated_at: datetime
    menage_id: UUID
    menage_code: str
    region_id: UUID | None
    region_nom: str | None
    secteur_id: UUID | None
    secteur_nom: str | None
    programme_id: UUID
    programme_code: str
    programme_nom: str


@dataclass(frozen=True, slots=True)
class BeneficiaryDetail(BeneficiarySummary):
    """Hold all columns of a beneficiary which its detail shows."""

    date_enrolement: datetime
    numero_op_b: str | None
    date_graduation: datetime | None
    date_sortie: datetime | None
    motif_sortie: str | None
    date_verification_document: datetime | None
    prochaine_recertification: datetime | None
    principal_id: UUID | None
    principal_nom: str | None
    localite_id: UUID | None
    localite_nom: str | None
    taille_menage: int
    score_pmt: Decimal | None
    eligible_programme: bool


class StatedRecord(Protocol):
    """Stand for a record with a status: a cycle, or the check of a condition."""

    statut: str


class PaymentRecord(Protocol):
    """Stand for a payment of `montant` whole XOF in one cycle."""

    statut: str
    montant: int
    cycle: dict[str, Any]


class DatedRecord(Protocol):
    """Stand for a follow-up."""

    @property
    def date_suivi(self) -> datetime: ...


@dataclass(frozen=True, slots=True)
class BeneficiaryRecords:
    """Hold the records of a beneficiary by kind, newest first: dataclasses of the features that register them."""

    cycles: list[StatedRecord]
    paiements: list[PaymentRecord]
    plaintes: list[Any]
    conditionnalites: list[StatedRecord]
    suivis: list[DatedRecord]
    documents_identite: list[Any]


@dataclass(frozen=True, slots=True)
class RecordFigures:
    """Count the records of a beneficiary; `total_montant_recu` is in whole XOF."""

    total_paiements: int
    paiements_reussis: int
    paiements_echoues: int
    total_montant_recu: int
    nb_cycles: int
    nb_plaintes: int
    nb_verifications: int
    nb_conformes: int
    nb_non_conformes: int
    nb_suivis: int


class DisplacedBeneficiary(TypedDict):
    """Hold what a beneficiary was before its household was merged, as JSON: the merge stores it.

    `partage` is whether both principals were paid on one account; merges of older versions lack it.
    """

    id: str
    type: str
    statut_enrolement: str
    date_sortie: str | None
    motif_sortie: str | None
    principal_id: str | None
    partage: NotRequired[bool]
