"""Define what is shown of runs and of payments without a known end."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID


@dataclass(frozen=True, slots=True)
class RunProgress:
    """Hold how far a run is. Amounts are whole XOF; `inconnu_depuis` is when the oldest unknown payment was sent.

    `auteur_a_prepare` tells that who ordered it had also calculated or submitted the list.
    """

    id: UUID
    fournisseur: str
    operateur: str
    etat: str
    debut: datetime
    fin: datetime | None
    auteur: str | None
    auteur_a_prepare: bool
    nb_paiements: int
    a_envoyer: int
    envoyes: int
    inconnus: int
    reussis: int
    echoues: int
    montant_total: int
    montant_paye: int
    inconnu_depuis: datetime | None
    dernier_reglement: datetime | None


@dataclass(frozen=True, slots=True)
class UnknownPayment:
    """Hold a payment that was sent, and of which nobody knows whether it arrived; `age_heures` counts whole hours."""

    paiement_id: UUID
    reference: str
    nom_complet: str
    code_menage: str
    compte: str | None
    operateur: str
    montant: int
    envoye_le: datetime
    prochaine_question: datetime | None
    age_heures: int


@dataclass(frozen=True, slots=True)
class UnknownTotals:
    nombre: int
    montant: int
    plus_ancien: datetime | None
