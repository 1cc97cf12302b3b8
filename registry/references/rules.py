"""Define the fields that have a reference list; migration 0007_reference_lists fills the lists."""

from typing import Final

from django.conf import settings

FRENCH: Final = settings.LANGUAGE_CODE
REFERENCE_FIELDS: Final = (
    "typeLogement",
    "statutOccupation",
    "materiauMur",
    "materiauToit",
    "materiauSol",
    "sourceEau",
    "typeToilette",
    "sourceEclairage",
    "combustibleCuisine",
    "traitementEau",
    "evacuationDechets",
    "niveauEducation",
    "occupationPrincipale",
    "statutMatrimonial",
    "motifRejet",
)
