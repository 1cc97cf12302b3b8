"""Build the SQL test of whether a stored telephone number is a valid E.164 number.

A number that cannot be parsed is stored as typed, and may begin with `+` all the same.
"""

from typing import Any, Final

from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata


def _list_number_lengths(code: int, region: str) -> set[int]:
    """Return the possible numbers of digits of a telephone number of a country, without its country code."""
    numbers: Any = PhoneMetadata.metadata_for_region_or_calling_code(code, region).general_desc  # type: ignore[union-attr]
    return {*numbers.possible_length, *numbers.possible_length_local_only} - {-1}


# The country code and the total number of digits, as text, which PostgreSQL looks up in an array: one regular
# expression of all countries takes a minute for a million rows.
_KNOWN = sorted(
    f"{code} {len(str(code)) + length}"
    for code, regions in COUNTRY_CODE_TO_REGION_CODE.items()
    for length in _list_number_lengths(code, regions[0])
)
POSSIBLE: Final = f"'{{{','.join(_KNOWN)}}}'::text[]"


def build_unreadable_number_sql(number: str) -> str:
    """Return a condition which is true when the SQL expression `number` is not an E.164 number of any country's length.

    The condition is null when the number is null.
    """
    known = " OR ".join(
        f"substr({number}, 2, {digits}) || ' ' || length({number}) - 1 = ANY({POSSIBLE})" for digits in (1, 2, 3)
    )
    return f"NOT ({number} ~ '^\\+[0-9]+$' AND ({known}))"
