"""Define the options of an import."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from registry.pmt.api import Thresholds

DAY_FIRST: Final = "JJ/MM"
MONTH_FIRST: Final = "MM/JJ"
# What becomes of rows with a position outside the country: written without it, left out, or written as they are.
WITHOUT_POSITION, LEFT_OUT, TAKEN = "sans", "exclure", "importer"
ABROAD_CHOICES: Final = (WITHOUT_POSITION, LEFT_OUT, TAKEN)
REPEATED_CHOICES: Final = (LEFT_OUT, TAKEN)
# What becomes of rows without a code: they get one, or are left out.
ASSIGNED: Final = "attribuer"
CODELESS_CHOICES: Final = (ASSIGNED, LEFT_OUT)


@dataclass(frozen=True)
class ImportOptions:
    """Hold the options of an import.

    `regions` None means every region. `score_factor` is what scores are multiplied with, None when the user gave no
    scale. `date_order` is DAY_FIRST or MONTH_FIRST, None when the user gave none. `changes_confirmed`: many known
    households may change their head or region. `values_confirmed`: they may get values of each other.
    `allows_placeless`: households may have no place. `sheet` is the sheet of a workbook, None for the first that
    contains households. `mapping` holds the columns chosen by hand, `user` the user whose earlier choices apply.
    `may_score`: the importer may set scores. `abroad` is one of ABROAD_CHOICES for positions outside the country,
    `repeated` one of REPEATED_CHOICES for new households that look like registered ones, `codeless` one of
    CODELESS_CHOICES for rows without a code, `identical` one of REPEATED_CHOICES for rows that repeat an earlier one of
    the file; None when the user gave none.
    """

    mode: str
    regions: tuple[UUID, ...] | None
    score_factor: int | None = None
    create_villages: bool = False
    project: UUID | None = None
    campaign: UUID | None = None
    score_thresholds: Thresholds = Thresholds()
    date_order: str | None = None
    changes_confirmed: bool = False
    values_confirmed: bool = False
    allows_placeless: bool = False
    sheet: str | None = None
    mapping: Mapping[str, str | None] = field(default_factory=dict)
    user: UUID | None = None
    may_score: bool = True
    abroad: str | None = None
    repeated: str | None = None
    codeless: str | None = None
    identical: str | None = None

    @property
    def assigns_codes(self) -> bool:
        """Return whether new households without a code get one."""
        return self.codeless == ASSIGNED

    @property
    def overwrites(self) -> bool:
        return self.mode in ("update", "replace")

    def build_sql_params(self) -> dict[str, Any]:
        """Return the parameters of the SQL statements."""
        regions = None if self.regions is None else list(self.regions)
        only = self.regions[0] if self.regions is not None and len(self.regions) == 1 else None
        return {
            "regions": regions,
            "default": only,
            "overwrites": self.overwrites,
            "echelle": self.score_factor or 1,
            "creer": self.create_villages,
            "keeps": self.mode != "replace",
            "projet": self.project,
            "campagne": self.campaign,
            "sans_lieu": self.allows_placeless,
            "may_score": self.may_score,
        }

    def build_job_params(self) -> dict[str, Any]:
        """Return the options that a job stores: not the permissions of its user, which are read when it runs."""
        return {
            "mode": self.mode,
            "echelle": self.score_factor,
            "creerLocalites": self.create_villages,
            "projet": str(self.project) if self.project else None,
            "campagne": str(self.campaign) if self.campaign else None,
            "ordreDates": self.date_order,
            "confirme": self.changes_confirmed,
            "valeursConfirmees": self.values_confirmed,
            "sansLieu": self.allows_placeless,
            "positionsHorsPays": self.abroad,
            "menagesRepetes": self.repeated,
            "codesManquants": self.codeless,
            "lignesIdentiques": self.identical,
            "feuille": self.sheet,
            "correspondances": dict(self.mapping),
        }
