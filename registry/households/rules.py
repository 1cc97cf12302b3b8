"""Hold the rules of households that need no database: phone numbers, and the messages about deleted references."""

from typing import Final

import phonenumbers
from django.conf import settings
from django.utils.translation import gettext_lazy as _

AREA_COLUMNS: Final = frozenset({"region_id", "secteur_id", "commune_id", "localite_id"})
# By the column that refers to a row which another user deleted while a household was being written.
GONE_REFERENCE_MESSAGES: Final = {
    "region_id": _("La région a été supprimée entre-temps."),
    "secteur_id": _("Le secteur a été supprimé entre-temps."),
    "commune_id": _("La commune a été supprimée entre-temps."),
    "localite_id": _("La localité a été supprimée entre-temps."),
    "projet_id": _("Le projet a été supprimé entre-temps."),
    "campagne_id": _("La campagne a été supprimée entre-temps."),
    "enqueteur_id": _("L'enquêteur a été supprimé entre-temps."),
    "valide_collecte_par_id": _("La personne qui a validé la collecte a été supprimée entre-temps."),
}
# What may refer to a household, in the order of check-dependencies; each counts 0 until an app registers its counter.
DEPENDENCY_NAMES: Final = ("beneficiaires", "plaintes", "visitesSante", "mesuresAccompagnement")
WITHHELD: Final = "autresDonnees"


def list_phone_lengths() -> list[int]:
    """List the numbers of digits that a telephone number of the default region may have."""
    metadata = phonenumbers.PhoneMetadata.metadata_for_region(settings.DEFAULT_PHONE_REGION)
    lengths = metadata.general_desc.possible_length if metadata and metadata.general_desc else ()
    return sorted(length for length in lengths or () if length > 0)


def format_example_phone() -> str:
    """Return a mobile number of the default region, as people write it."""
    number = phonenumbers.example_number_for_type(
        settings.DEFAULT_PHONE_REGION, phonenumbers.PhoneNumberType.MOBILE
    ) or phonenumbers.example_number(settings.DEFAULT_PHONE_REGION)
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL) if number else ""


def normalise_phone(typed: str | None) -> str | None:
    """Convert a phone number to E.164: `955 123 456` -> `+245955123456` in the default region.

    Blank text becomes None; text that is not a possible number is returned stripped (and gets a quality flag).
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
