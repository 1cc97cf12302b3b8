"""Define the rows of eligible households and of refusals, and the results of enrolments."""

from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from config.paging import Page
from registry.households.api import MassError


@dataclass(frozen=True)
class EligiblePage:
    """Hold the counts of eligible households, and the ids of one page of those under the filters."""

    eligibles: int
    enroles: int
    total: int
    ids: list[UUID]


@dataclass(frozen=True)
class EligibleHousehold:
    """Hold a household with its place in the programme, if it has one.

    `sorti`: a principal of the household has left the programme. `raisons` name the criteria that keep it out.
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
    raisons: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class ExcludedPage:
    """Hold the households that criteria keep out: the number and ids of a page, and counts by place of the criterion."""

    total: int
    ids: list[UUID]
    par_critere: list[dict[str, int]]


@dataclass(frozen=True)
class ExclusionCount:
    """Count the households that a criterion keeps out, and those that it alone keeps out."""

    critere: str
    menages: int
    seuls: int


@dataclass(frozen=True)
class EligibleHouseholds:
    """Hold the counts of the households eligible for a programme, as a user sees them, and one page of households.

    `criteria` are the labels of all that decides. `exclusions` is None unless the page is of households that the criteria keep out.
    """

    total: int
    enrolled: int
    page: Page
    criteria: list[str]
    exclusions: list[ExclusionCount] | None = None


@dataclass(frozen=True)
class EnrolmentRefusal:
    """Hold why a household cannot be enrolled as a principal (a key of ENROLMENT_REFUSALS), or None.

    `criteres` are the places of the criteria that it does not meet.
    """

    id: UUID
    refus: str | None
    criteres: list[int]


@dataclass(frozen=True)
class EnrolmentResult:
    """Count the households enrolled and left out, with an error for each of the latter.

    `total_beneficiaires` counts the principals of the programme that the user sees.
    """

    enrolled: int
    skipped: int
    total_beneficiaires: int
    erreurs: list[MassError]


@dataclass(frozen=True)
class ProgrammeNewcomers:
    """Count the newcomers enrolled into a programme (its id as text)."""

    id: str
    code: str
    nom: str
    nb_created: int


@dataclass(frozen=True)
class NewcomersResult:
    """Count the newcomers enrolled, in total and by programme, with an error for each that was refused."""

    nb_created: int
    nb_refuses: int
    par_programme: list[ProgrammeNewcomers]
    erreurs: list[MassError]


@dataclass(frozen=True)
class PaymentCount:
    """Count the principals who are (not) active and paid in one way, or None while it is not chosen."""

    actif: bool
    mode_paiement: str | None
    count: int


@dataclass(frozen=True)
class RegionCount:
    """Count the principals of a region (its name), or of households without one."""

    region: str | None
    count: int
