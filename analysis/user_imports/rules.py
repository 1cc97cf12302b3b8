"""Recognise the columns of a file of users, and describe why it, or a line of it, is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.import_engine.lines import LINE_FILE_ERRORS, LineFile
from geo.tables import messages as tables

# By column, the titles under which it is known.
TITLES: Final = {
    "email": ("email", "e-mail", "adresse", "courriel", "correio"),
    "nom": ("nom", "apelido", "last name", "surname"),
    "prenom": ("prenom", "prénom", "nome próprio", "first name"),
    "telephone": ("telephone", "téléphone", "telefone", "phone"),
    "role": ("role", "rôle", "roles", "rôles", "papel", "função"),
    "regions": ("regions", "régions", "région", "regiões", "região", "region"),
}
REQUIRED: Final = ("email", "nom", "role")
MAX_LINES: Final = 500
# Between the roles, or the regions, of one cell.
SEPARATORS: Final = ";,|"
FILE_MESSAGES: Final = LINE_FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucun compte : il n'y a rien sous la ligne des titres."),
    "lignes": lazy("Le fichier a plus de %(max)d lignes : partagez-le."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "adresse": lazy("Cette adresse est à plusieurs lignes du fichier : aucune n'est prise."),
    "role": lazy("Rôle inconnu : %(name)s."),
    "roles": lazy("Un rôle est nécessaire."),
    "regions": lazy("Région inconnue : %(name)s."),
}
FILE: Final = LineFile(TITLES, REQUIRED, MAX_LINES, FILE_MESSAGES)


def split_cell(cell: str | None) -> list[str]:
    """Return the names in a cell, each once, in their order."""
    text = cell or ""
    for separator in SEPARATORS[1:]:
        text = text.replace(separator, SEPARATORS[0])
    return list(dict.fromkeys(name for part in text.split(SEPARATORS[0]) if (name := part.strip())))
