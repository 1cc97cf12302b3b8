"""Define the rows which scoring reads."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True)
class FailedScore:
    """Hold a household without a fresh score; `motif_pmt` has the names of the missing variables."""

    id: UUID
    projet_id: UUID | None
    motif_pmt: str | None
