"""Generate codes `<prefix>-<6 digits>` that no row has."""

from typing import Final
from uuid import UUID

from config.sql import Queries
from geo.areas.models import Region

SQL: Final = Queries(__file__, "codes.sql")
# The prefix of the codes of households without a region.
NO_REGION_PREFIX: Final = "SR"
# Numbers that one statement looks through: few at first, as the next one is nearly always free.
FIRST_SPAN: Final = 10
MOST_NUMBERS: Final = 100_000


def reserve_code_numbers(prefix: str, count: int) -> int:
    """Reserve the next `count` numbers of generated codes with a prefix; return the last of them.

    Lock the counter of the prefix until the end of the transaction.
    """
    last: int = SQL.fetch_value("reserve_numbers", {"prefix": prefix, "count": count})
    return last


def reserve_free_code(prefix: str, codes: str) -> str:
    """Reserve the next generated code `<prefix>-<6 digits>` that the SELECT `codes` does not return.

    Skips any number of codes that users chose by hand. If a user chooses the returned code before it is written, the
    insert fails and the caller must call again.
    """
    number = first = reserve_code_numbers(prefix, 1)
    span = FIRST_SPAN
    params = {"prefix": prefix}
    while (free := SQL.fetch_value("find_free_number", params | {"first": first, "span": span}, codes=codes)) is None:
        first, span = first + span, min(100 * span, MOST_NUMBERS)
    if free > number:
        reserve_code_numbers(prefix, free - number)
    return f"{prefix}-{free:06d}"


def reserve_household_code(region_id: UUID | None) -> str:
    """Reserve a free generated code: `<REGION>-<6 digits>`, or `SR-<6 digits>` without a region."""
    prefix = Region.objects.values_list("code", flat=True).get(id=region_id) if region_id else NO_REGION_PREFIX
    return reserve_free_code(prefix, SQL["list_household_codes"])
