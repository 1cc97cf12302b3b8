"""Recognise the columns of a file of users, and describe why it, or a line of it, is refused."""

from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.import_engine.reader import build_file_problem
from geo.tables import messages as tables
from geo.tables.column_titles import build_title_key

# By column, the titles under which it is known.
TITLES: Final = {
    "email": ("email", "e-mail", "adresse", "courriel", "correio"),
    "nom": ("nom", "apelido", "last name", "surname"),
    "prenom": ("prenom", "prénom", "nome próprio", "first name"),
    "telephone": ("telephone", "téléphone", "telefone", "phone"),
    "role": ("role", "rôle", "roles", "rôles", "papel", "função"),
    "regions": ("regions", "régions", "région", "regiões", "região", "region"),
}
COLUMNS: Final = {build_title_key(title): column for column, titles in TITLES.items() for title in titles}
REQUIRED: Final = ("email", "nom", "role")
MAX_LINES: Final = 500
# Between the roles, or the regions, of one cell.
SEPARATORS: Final = ";,|"
FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucun compte : il n'y a rien sous la ligne des titres."),
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "titre_double": lazy("Plusieurs colonnes du fichier sont « %(colonne)s » : %(titres)s. Gardez-en une."),
    "lignes": lazy("Le fichier a plus de %(max)d lignes : partagez-le."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "adresse": lazy("Cette adresse est à plusieurs lignes du fichier : aucune n'est prise."),
    "role": lazy("Rôle inconnu : %(name)s."),
    "roles": lazy("Un rôle est nécessaire."),
    "regions": lazy("Région inconnue : %(name)s."),
}


def match_titles(titles: Sequence[str]) -> dict[str, int]:
    """Return the place of each column among the titles of a file; others are left.

    Raises VALIDATION_ERROR when a required one is missing, or two are the same.
    """
    places: dict[str, int] = {}
    for place, title in enumerate(titles):
        column = COLUMNS.get(build_title_key(title))
        if column is None:
            continue
        if column in places:
            both = ", ".join((titles[places[column]], title))
            raise build_file_problem(FILE_MESSAGES, "titre_double", {"colonne": column, "titres": both})
        places[column] = place
    if missing := [column for column in REQUIRED if column not in places]:
        found = {"colonnes": ", ".join(missing), "titres": ", ".join(titles)[:300]}
        raise build_file_problem(FILE_MESSAGES, "titres", found)
    return places


def split_cell(cell: str | None) -> list[str]:
    """Return the names in a cell, each once, in their order."""
    text = cell or ""
    for separator in SEPARATORS[1:]:
        text = text.replace(separator, SEPARATORS[0])
    return list(dict.fromkeys(name for part in text.split(SEPARATORS[0]) if (name := part.strip())))
