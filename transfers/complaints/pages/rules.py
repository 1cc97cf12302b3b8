"""Name categories and statuses of complaints in the words of the pages."""

import re
from typing import Any, Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as lazy

from transfers.complaints.models import ComplaintStatus
from transfers.complaints.teams.models import Category

CATEGORY_LABELS: Final[dict[str, Any]] = {
    Category.PAIEMENT.value: lazy("Un paiement"),
    Category.CIBLAGE.value: lazy("Le choix des ménages"),
    Category.ENROLEMENT.value: lazy("L'inscription"),
    Category.CORRUPTION.value: lazy("De l'argent demandé, un abus"),
    Category.VBG.value: lazy("Des violences"),
    Category.SERVICE.value: lazy("L'accueil, le service"),
    Category.AUTRE.value: lazy("Autre chose"),
}
STATUS_LABELS: Final[dict[str, Any]] = {
    ComplaintStatus.NOUVELLE.value: lazy("Reçue"),
    ComplaintStatus.OUVERTE.value: lazy("Confiée à une personne"),
    ComplaintStatus.EN_COURS.value: lazy("En cours de traitement"),
    ComplaintStatus.RESOLUE.value: lazy("Résolue"),
    ComplaintStatus.FERMEE.value: lazy("Fermée"),
    ComplaintStatus.REJETEE.value: lazy("Non retenue"),
}
# A telephone number within a text, as people group its digits. A short one ("117") is one only where nothing else
# stands beside it: in a sentence it may be a year or an hour.
NUMBER: Final = re.compile(r"\A\+?\d(?: ?\d){2,}\Z|\+?\d[\d ]{5,}\d")


def link_numbers(text: str) -> SafeString:
    """Return a text as HTML in which each telephone number dials."""
    done, parts = 0, []
    for found in NUMBER.finditer(text):
        dialled = found[0].replace(" ", "")
        parts += [escape(text[done : found.start()]), format_html('<a href="tel:{}">{}</a>', dialled, found[0])]
        done = found.end()
    return SafeString("".join([*parts, escape(text[done:])]))
