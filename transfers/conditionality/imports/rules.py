"""Recognise the columns of a file of attendance, and describe to users why it, or a line of it, is refused."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.import_engine.reader import build_file_problem
from geo.tables import messages as tables
from geo.tables.column_titles import build_title_key

# By field of a check, the titles under which it is known.
TITLES: Final = {
    "codeBeneficiaire": ("codeBeneficiaire", "bénéficiaire", "code"),
    "tauxConformite": ("tauxConformite", "taux", "assiduité"),
    "statut": ("statut",),
    "dateVerification": ("dateVerification", "date"),
    "dateEcheance": ("dateEcheance", "échéance"),
    "sourceVerification": ("sourceVerification", "source"),
    "commentaires": ("commentaires", "observations"),
}
FIELDS: Final = {build_title_key(title): field for field, titles in TITLES.items() for title in titles}
REQUIRED: Final = ("codeBeneficiaire", "dateVerification")
MAX_LINES: Final = 100_000
MAX_LISTED: Final = 1_000
FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucune vérification : il n'y a rien sous la ligne des titres."),
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "titre_double": lazy("Plusieurs colonnes du fichier sont « %(colonne)s » : %(titres)s. Gardez-en une."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "inconnue": lazy("Ce bénéficiaire n'est pas dans le programme."),
    "repetee": lazy("Ce bénéficiaire est à plusieurs lignes de la même date : aucune n'est prise."),
    "ferme": lazy("Le projet de ce ménage est fermé."),
}


def match_titles(titles: Sequence[str]) -> dict[str, int]:
    """Return the place of each field among the titles of a file; other columns are left.

    Raises VALIDATION_ERROR when a required one is missing, or two are of one field.
    """
    places: dict[str, int] = {}
    for place, title in enumerate(titles):
        field = FIELDS.get(build_title_key(title))
        if field is None:
            continue
        if field in places:
            both = ", ".join((titles[places[field]], title))
            raise build_file_problem(FILE_MESSAGES, "titre_double", {"colonne": field, "titres": both})
        places[field] = place
    if missing := [field for field in REQUIRED if field not in places]:
        found = {"colonnes": ", ".join(missing), "titres": ", ".join(titles)[:300]}
        raise build_file_problem(FILE_MESSAGES, "titres", found)
    return places
