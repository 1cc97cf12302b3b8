"""Name categories and statuses of complaints in the words of the pages."""

from typing import Any, Final

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
