"""Recognise the columns of a file of answers, and describe to users why it, or a line of it, is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.import_engine.lines import LINE_FILE_ERRORS, LineFile
from geo.tables import messages as tables

# By field of an answer, the titles under which it is known.
TITLES: Final = {
    "reference": ("reference", "référence du paiement"),
    "recu": ("recu", "réponse"),
    "montantRecu": ("montantRecu", "montant"),
    "fraisDemandes": ("fraisDemandes", "frais"),
    "moyen": ("moyen", "canal"),
    "dateReponse": ("dateReponse", "date"),
    "commentaire": ("commentaire", "observations"),
}
REQUIRED: Final = ("reference", "recu", "moyen")
# More people are never asked for one cycle: the widest sample has about 27,000.
MAX_LINES: Final = 30_000
MAX_LISTED: Final = 1_000
FILE_MESSAGES: Final = LINE_FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucune réponse : il n'y a rien sous la ligne des titres."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "inconnue": lazy("Cette référence n'est pas dans la vérification."),
    "repetee": lazy("Cette référence est à plusieurs lignes : aucune n'est prise."),
}
FILE: Final = LineFile(TITLES, REQUIRED, MAX_LINES, FILE_MESSAGES)
