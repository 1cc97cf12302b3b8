"""Describe to users why a file of answers, or a line of it, is refused."""

from typing import Final

from django.utils.translation import gettext_lazy as lazy

from geo.tables import messages as tables

FILE_MESSAGES: Final = tables.FILE_ERRORS | {
    "sans_ligne": lazy("Le fichier ne contient aucune réponse : il n'y a rien sous la ligne des titres."),
    "titres": lazy("Le fichier n'a pas de colonne « %(colonnes)s ». Colonnes lues : %(titres)s."),
    "titre_double": lazy("Plusieurs colonnes du fichier sont « %(colonne)s » : %(titres)s. Gardez-en une."),
}
LINE_MESSAGES: Final = tables.ROW_FAULTS | {
    "inconnue": lazy("Cette référence n'est pas dans la vérification."),
    "repetee": lazy("Cette référence est à plusieurs lignes : aucune n'est prise."),
}
