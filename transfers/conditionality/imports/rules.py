"""Recognise the columns of a file of attendance, and describe to users why it, or a line of it, is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.import_engine.lines import LINE_FILE_ERRORS, LineFile
from geo.tables import messages as tables

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
REQUIRED: Final = ("codeBeneficiaire", "dateVerification")
MAX_LINES: Final = 100_000
MAX_LISTED: Final = 1_000
FILE_MESSAGES: Final = LINE_FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucune vérification : il n'y a rien sous la ligne des titres."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "inconnue": lazy("Ce bénéficiaire n'est pas dans le programme."),
    "repetee": lazy("Ce bénéficiaire est à plusieurs lignes de la même date : aucune n'est prise."),
    "ferme": lazy("Le projet de ce ménage est fermé."),
}
FILE: Final = LineFile(TITLES, REQUIRED, MAX_LINES, FILE_MESSAGES)
