"""Define the identity documents of a beneficiary's detail."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """Hold a document without its number."""

    id: UUID
    reference: str
    statut: str
    sexe: str | None
    type_document: str
    nom_complet: str
    date_naissance: date | None
    lieu_naissance: str | None
    nom_pere: str | None
    nom_mere: str | None
    date_delivrance: date | None
    date_expiration: date | None
    date_demande: date | None


@dataclass(frozen=True, slots=True)
class NumberedDocumentRecord(DocumentRecord):
    """Hold a document with its number, for users who may see contacts."""

    numero_document: str | None
