"""Whether a number is one that could be parsed: what could not be is kept as typed, and may begin with + all the same."""

from typing import Any, Final

from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata


def _lengths(code: int, region: str) -> set[int]:
    """How many digits a number of a country may have, without its code."""
    numbers: Any = PhoneMetadata.metadata_for_region_or_calling_code(code, region).general_desc  # type: ignore[union-attr]
    return {*numbers.possible_length, *numbers.possible_length_local_only} - {-1}


# A country's code and the digits of a whole number, as text: PostgreSQL looks them up; a pattern of all takes a minute
# for a million.
_KNOWN = sorted(
    f"{code} {len(str(code)) + length}"
    for code, regions in COUNTRY_CODE_TO_REGION_CODE.items()
    for length in _lengths(code, regions[0])
)
POSSIBLE: Final = f"'{{{','.join(_KNOWN)}}}'::text[]"


def unreadable(number: str) -> str:
    """Whether the SQL expression is no E.164 number of any country's length; null is null."""
    known = " OR ".join(
        f"substr({number}, 2, {digits}) || ' ' || length({number}) - 1 = ANY({POSSIBLE})" for digits in (1, 2, 3)
    )
    return f"NOT ({number} ~ '^\\+[0-9]+$' AND ({known}))"
