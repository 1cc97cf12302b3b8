"""Define the types and states of facilities, and their labels. A code outside these lists is returned unchanged."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

TypeLabels = Mapping[str, Any]

SCHOOL_TYPE_LABELS: Final[TypeLabels] = {
    "publique": _("École publique"),
    "communautaire": _("École communautaire"),
    "privee": _("École privée"),
    "madrassa": _("Madrassa"),
    "ecole": _("École"),
}
HEALTH_SERVICE_TYPE_LABELS: Final[TypeLabels] = {
    "hopital": _("Hôpital"),
    "centre_sante": _("Centre de santé"),
    "poste_sante": _("Poste de santé"),
    "pharmacie": _("Pharmacie"),
    "service_sante": _("Service de santé"),
}
WATER_POINT_TYPE_LABELS: Final[TypeLabels] = {
    "forage": _("Forage"),
    "puits": _("Puits"),
    "borne_fontaine": _("Borne-fontaine"),
    "source": _("Source"),
    "point_eau": _("Point d'eau"),
}
POLICE_STATION_TYPE_LABELS: Final[TypeLabels] = {
    "police": _("Police"),
    "tribunal": _("Tribunal"),
    "police_judiciaire": _("Police judiciaire"),
}
# The documented types, then those of older files.
VBG_SERVICE_TYPE_LABELS: Final[TypeLabels] = {
    "centre_ecoute": _("Centre d'écoute"),
    "centre_sante": _("Centre de santé"),
    "poste_police": _("Poste de police"),
    "tribunal": _("Tribunal"),
    "ong": _("ONG"),
    "structure_sociale": _("Structure sociale"),
    "hebergement": _("Centre d'accueil"),
    "psychosocial": _("Appui psychosocial"),
    "juridique": _("Appui juridique"),
    "medical": _("Prise en charge médicale"),
    "service_vbg": _("Service VBG"),
}
HEALTH_AGENT_TYPE_LABELS: Final[TypeLabels] = {"asc": _("Agent de santé communautaire")}
LOCAL_ACTOR_TYPE_LABELS: Final[TypeLabels] = {
    "point_focal": _("Point focal"),
    "chef_village": _("Chef de village"),
    "acteur_local": _("Acteur local"),
}
# In these states a facility receives people, or gives water; in those after them nobody, or none.
OPEN_STATUSES: Final = ("ouverte", "fonctionnel", "en_service")
CLOSED_STATUSES: Final = ("fermee", "ferme", "non_fonctionnel", "en_panne", "abandonne")
SCHOOL_STATUS_LABELS: Final[TypeLabels] = {"ouverte": _("Ouverte"), "fermee": _("Fermée")}
SERVICE_STATUS_LABELS: Final[TypeLabels] = {
    "fonctionnel": _("Fonctionnel"),
    "non_fonctionnel": _("Non fonctionnel"),
    "ferme": _("Fermé"),
}
WATER_POINT_STATUS_LABELS: Final[TypeLabels] = {
    "en_service": _("En service"),
    "en_panne": _("En panne"),
    "abandonne": _("Abandonné"),
}
PERSON_STATUS_LABELS: Final[TypeLabels] = {"actif": _("Actif"), "inactif": _("Inactif")}
# Of the country's schools: what a school is, the highest class and the levels that it teaches.
SCHOOL_TYPOLOGY_LABELS: Final[TypeLabels] = {
    "jardim": "Jardim de infância",
    "eb1": "EB1",
    "eb2": "EB2",
    "eb3": "EB3",
    "liceu": "Liceu",
}
HIGHEST_CLASS_LABELS: Final[TypeLabels] = {
    "prescolaire": _("Préscolaire"),
    "4e": _("4e classe"),
    "6e": _("6e classe"),
    "9e": _("9e classe"),
    "12e": _("12e classe"),
}
SCHOOL_LEVEL_LABELS: Final[TypeLabels] = {
    "prescolaire": _("Préscolaire"),
    "primaire": _("Primaire"),
    "secondaire": _("Secondaire"),
}
