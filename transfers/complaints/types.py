"""Define the complaints of a beneficiary's detail, and what a complaint is about."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class ComplaintSummary:
    """Hold a complaint of a list, as `ComplaintResponse` describes it: related rows as {id, nom}."""

    id: UUID
    reference: str
    objet: str | None
    plaignant: str | None
    telephone: str | None
    categorie: str
    description: str | None
    statut: str
    priorite: str
    region: dict[str, Any] | None
    secteur: dict[str, Any] | None
    equipe: dict[str, Any] | None
    membre: dict[str, Any] | None
    echeance: date
    date_creation: datetime
    date_resolution: datetime | None
    resolution: str | None
    satisfaction: int | None
    canal: str
    suspendue_depuis: date | None
    motif_suspension: str | None
    niveau_escalade: int
    appel_en_cours: bool


@dataclass(frozen=True, slots=True)
class ComplaintRecord:
    """Hold a complaint as the detail of its beneficiary shows it."""

    id: UUID
    reference: str
    categorie: str
    description: str | None
    statut: str
    priorite: str
    date_creation: datetime
    date_resolution: datetime | None
    resolution: str | None


@dataclass(frozen=True, slots=True)
class ComplaintSubject:
    """Hold what a complaint is about: {id, code}, {id, nom}, or {id, reference, statut, montant} of a payment.

    Null where it names none, or the caller may not read it.
    """

    menage: dict[str, Any] | None
    beneficiaire: dict[str, Any] | None
    cycle: dict[str, Any] | None
    paiement: dict[str, Any] | None
