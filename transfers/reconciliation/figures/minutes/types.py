"""Define what the minute of a session holds."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from transfers.reconciliation.models import ReconciliationSession
from transfers.reconciliation.types import GroupCount, SessionFigures


@dataclass(frozen=True, slots=True)
class MinutedDecision:
    """Hold one decision: what, about which payment and line, by whom and why. `montant` is in whole XOF."""

    id: UUID
    entree_id: UUID
    auteur_id: UUID
    action: str
    commentaire: str | None
    le: datetime
    auteur: str
    paiement: str | None
    ligne: str | None
    montant: int | None
    raison: str | None


@dataclass(frozen=True, slots=True)
class Minute:
    """Hold the minute of a finalised session.

    `empreinte` is the SHA-256 of its content, `sceau` its signature by the service: who changes a printed minute, or the
    rows behind it, cannot make the two agree.
    """

    session: ReconciliationSession
    figures: SessionFigures
    groups: list[GroupCount]
    decisions: list[MinutedDecision]
    # Of the payments that have a line, in whole XOF: that lines and pairs are the same, the hash proves.
    montant_releve: int
    empreinte: str
    sceau: str


@dataclass(frozen=True, slots=True)
class Verification:
    """Hold what a printed hash and seal tell.

    `authentique`: the service has sealed this hash for this session. `conforme`: and the session is still as it was then;
    after the erasure of a person's data it is not.
    """

    conforme: bool
    authentique: bool
