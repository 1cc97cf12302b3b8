"""Define the rows of eligible households, and of refusals."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from config.paging import Page


@dataclass(frozen=True)
class EligiblePage:
    """Hold the counts of eligible households, and the ids of one page of those under the filters."""

    eligibles: int
    enroles: int
    total: int
    ids: list[UUID]


@dataclass(frozen=True)
class EligibleHousehold:
    """Hold an eligible household with its place in the programme, if it has one.

    `sorti`: a principal of the household has left the programme.
    """

    id: UUID
    code_menage: str
    chef_nom: str
    region: str | None
    score_pmt: Decimal | None
    categorie_pauvrete: str | None
    code: str | None
    date_enrolement: datetime | None
    sorti: bool


@dataclass(frozen=True)
class EligibleHouseholds:
    """Hold the counts and one page of the households eligible for or enrolled in a programme, as a user sees them."""

    total: int
    enrolled: int
    page: Page


@dataclass(frozen=True)
class EnrolmentRefusal:
    """Hold why a household cannot be enrolled as a principal (a key of ENROLMENT_REFUSALS), or None."""

    id: UUID
    refus: str | None
