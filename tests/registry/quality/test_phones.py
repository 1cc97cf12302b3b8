"""The database says of a kept number what the parser said of the typed one."""

import phonenumbers
import pytest
from django.db import connection

from registry.households.rules import normalise_phone
from registry.quality.rules import build_unreadable_number_sql

TYPED = [
    "955 123 456",
    "+245955123456",
    "00245 955123456",
    "+221 77 123 45 67",
    "+39 06 1234 5678",
    "+1 202 555 0100",
    "+abc",
    "+12",
    "+999123456789",
    "+24512345",
    "+24595512345678",
    "0",
    "pas de téléphone",
    "+",
    "++245955123456",
]


@pytest.mark.django_db
def test_every_number_is_read_as_it_was_parsed():
    kept = {normalise_phone(typed) for typed in TYPED}
    # One of each country: whatever the parser takes, the rule takes.
    examples = (phonenumbers.example_number(region) for region in phonenumbers.SUPPORTED_REGIONS)
    kept |= {
        normalise_phone(phonenumbers.format_number(one, phonenumbers.PhoneNumberFormat.E164)) for one in examples if one
    }
    told = {number: parsed(number) for number in kept}
    assert {True, False} == set(told.values())
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT numero, NOT {build_unreadable_number_sql('numero')} FROM unnest(%s::text[]) AS numero",
            [sorted(kept)],
        )
        assert dict(cursor.fetchall()) == told


def parsed(number):
    """Whether it is E.164: what could not be parsed was kept as typed."""
    try:
        return phonenumbers.is_possible_number(phonenumbers.parse(number))
    except phonenumbers.NumberParseException:
        return False
