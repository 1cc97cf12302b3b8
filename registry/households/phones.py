"""Phone numbers: E.164 when they can be parsed, else as typed (and then a quality problem)."""

import phonenumbers
from django.conf import settings


def to_e164(typed: str | None) -> str | None:
    """`955 123 456` -> `+245955123456` in the default region; blank is None; the unparsable stays as typed."""
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
