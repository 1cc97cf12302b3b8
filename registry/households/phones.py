"""Normalise phone numbers to E.164; those that cannot be parsed stay as typed (and get a quality flag)."""

import phonenumbers
from django.conf import settings


def normalise_phone(typed: str | None) -> str | None:
    """Convert a number to E.164: `955 123 456` -> `+245955123456` in the default region.

    Blank text becomes None; text that is not a possible number is returned stripped.
    """
    text = (typed or "").strip()
    if not text:
        return None
    try:
        number = phonenumbers.parse(text, settings.DEFAULT_PHONE_REGION)
    except phonenumbers.NumberParseException:
        return text
    if not phonenumbers.is_possible_number(number):
        return text
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
