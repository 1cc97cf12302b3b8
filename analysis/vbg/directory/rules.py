"""Define the codes of services for survivors and their labels."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from geo.facilities.api import VBG_SERVICE_TYPE_LABELS

CODE_PREFIX: Final = "VBG"
ACTIVE: Final = "actif"
SERVICE_TYPES: Final = (
    "centre_ecoute",
    "centre_sante",
    "poste_police",
    "tribunal",
    "ong",
    "structure_sociale",
    "hebergement",
)
TYPE_LABELS: Final[Mapping[str, Any]] = {code: VBG_SERVICE_TYPE_LABELS[code] for code in SERVICE_TYPES}
OFFER_LABELS: Final[Mapping[str, Any]] = {
    "ecoute": _("Écoute"),
    "orientation": _("Orientation"),
    "accompagnement": _("Accompagnement"),
    "hebergement_urgence": _("Hébergement d'urgence"),
    "aide_juridique": _("Aide juridique"),
    "soins_medicaux": _("Soins médicaux"),
    "soutien_psychologique": _("Soutien psychologique"),
}
STATUS_LABELS: Final[Mapping[str, Any]] = {
    ACTIVE: _("Actif"),
    "inactif": _("Inactif"),
    "en_renovation": _("En rénovation"),
}
VISIBILITY_LABELS: Final[Mapping[str, Any]] = {
    "publique": _("Public"),
    "professionnels": _("Professionnels"),
    "restreinte": _("Restreint"),
}
