"""Say which criteria the rows of the registry tell, and when visits after a graduation are due."""

from collections.abc import Iterator
from datetime import date
from typing import Final

from transfers.cycles.api import add_months
from transfers.graduation.criteria.models import CriterionType

# What the rows tell. Incomes and assets are stated by the evaluator: nothing in the registry holds them.
MEASURED_TYPES: Final = frozenset(
    {
        CriterionType.SCORE_PMT,
        CriterionType.DUREE_PROGRAMME,
        CriterionType.CONDITIONNALITES,
        CriterionType.PAIEMENTS_RECUS,
    }
)
MAX_FOLLOW_UP_MONTHS: Final = 60
# Months between two visits after a graduation, unless the decision says otherwise.
VISIT_INTERVAL: Final = 3


def iterate_visit_days(start: date, months: int, interval: int) -> Iterator[date]:
    """Yield the days on which visits are due: every `interval` months, and the last day of the follow-up."""
    for number in range(interval, months, interval):
        yield add_months(start, number)
    yield add_months(start, months)
