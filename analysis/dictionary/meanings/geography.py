"""Say what the columns of areas and of places mean."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from analysis.dictionary.meanings.common import ENTERED, OFFICIAL
from analysis.dictionary.types import DescribedTable, Meaning, Text
from geo.areas.api import LOCALITY_TYPE_LABELS
from geo.areas.models import Commune, Locality, Region, Sector
from geo.facilities.api import (
    HEALTH_AGENT_TYPE_LABELS,
    HEALTH_SERVICE_TYPE_LABELS,
    LOCAL_ACTOR_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    VBG_SERVICE_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)
from geo.facilities.models import (
    HealthAgent,
    HealthService,
    LocalActor,
    PoliceStation,
    School,
    VbgAgent,
    VbgService,
    WaterPoint,
)

AREA: Final[dict[str, Text | Meaning]] = {
    "code": _("Code officiel de l'unité administrative."),
    "geom": _("Limites de l'unité, en degrés (WGS 84, EPSG:4326)."),
}
PLACE: Final[dict[str, Text | Meaning]] = {
    "code": _("Code officiel du lieu, quand il en a un."),
    "statut": _("État du lieu : en service ou non."),
    "adresse": _("Adresse ou repère pour le trouver."),
    "telephone": _("Numéro de téléphone du lieu ; visible avec la permission de voir les contacts."),
    "responsable": _("Personne qui en est responsable ; visible avec la permission de voir les contacts."),
    "geom": _("Position : longitude et latitude en degrés (WGS 84, EPSG:4326)."),
}
# What is told of a place whose types have these labels.
STATUS_LABELS: Final[dict[str, Text]] = {
    "actif": _("Ouvert"),
    "inactif": _("Fermé"),
    "en_renovation": _("En rénovation"),
}


def _build_place(labels: object, **columns: Text | Meaning) -> dict[str, Text | Meaning]:
    """Return the meanings of a place whose types have these labels."""
    return {**PLACE, "type": Meaning(_("Type du lieu."), codes=labels), **columns}  # type: ignore[arg-type]


GEOGRAPHY: Final = (
    DescribedTable("region", Region, _("Régions"), OFFICIAL, AREA),
    DescribedTable("secteur", Sector, _("Secteurs"), OFFICIAL, AREA),
    DescribedTable("commune", Commune, _("Communes"), OFFICIAL, {"code": AREA["code"]}),
    DescribedTable(
        "localite",
        Locality,
        _("Localités"),
        OFFICIAL,
        {
            "code": _("Code officiel de la localité, quand elle en a un."),
            "type": Meaning(_("Village ou quartier de ville."), codes=LOCALITY_TYPE_LABELS),
            "geom": _("Position du centre : longitude et latitude en degrés (WGS 84, EPSG:4326)."),
        },
    ),
    DescribedTable(
        "ecole",
        School,
        _("Écoles"),
        OFFICIAL,
        _build_place(
            SCHOOL_TYPE_LABELS,
            typology=_("Type d'école selon le fichier du ministère, tel quel."),
            communaute=_("Communauté qui porte l'école, selon le fichier d'origine."),
            prescolaire=_("L'école a une classe préscolaire."),
            niveau_max=_("Niveau d'enseignement le plus élevé."),
            niveaux_enseignes=_("Niveaux d'enseignement de l'école."),
            menages_estimes=_("Nombre de ménages que l'école dessert, selon le fichier d'origine."),
            pilote=_("L'école est une école pilote du programme."),
            id_dgepase=_("Identifiant de l'école au ministère (DGEPASE)."),
        ),
    ),
    DescribedTable(
        "service_sante",
        HealthService,
        _("Services de santé"),
        OFFICIAL,
        _build_place(
            HEALTH_SERVICE_TYPE_LABELS,
            urgences_24h=_("Prend les urgences à toute heure."),
            maternite=_("A une maternité."),
            laboratoire=_("A un laboratoire."),
            pharmacie=_("A une pharmacie."),
            capacite_lits=_("Nombre de lits."),
            nombre_personnel=_("Nombre de personnes qui y travaillent."),
        ),
    ),
    DescribedTable(
        "point_eau",
        WaterPoint,
        _("Points d'eau"),
        OFFICIAL,
        _build_place(
            WATER_POINT_TYPE_LABELS,
            fonctionnel=_("Donne de l'eau, même s'il demande une réparation."),
            type_source=_("Technique du point d'eau selon le fichier d'origine, telle quelle."),
        ),
    ),
    DescribedTable(
        "police_judiciaire",
        PoliceStation,
        _("Postes de police judiciaire"),
        OFFICIAL,
        _build_place(POLICE_STATION_TYPE_LABELS),
    ),
    DescribedTable(
        "service_vbg",
        VbgService,
        _("Services VBG"),
        ENTERED,
        _build_place(
            VBG_SERVICE_TYPE_LABELS,
            statut=Meaning(_("État du service."), codes=STATUS_LABELS),
            visibilite=Meaning(
                _("Qui peut savoir que le service existe, et où. Un centre d'accueil est restreint dès le début."),
                codes={
                    "publique": _("Public"),
                    "professionnels": _("Professionnels"),
                    "restreinte": _("Restreint"),
                },
            ),
            email=_("Adresse électronique du service."),
            horaires=_("Horaires d'ouverture, comme « lun-ven 08:00-17:00 » ou « 24h/24 »."),
            services_offerts=Meaning(
                _("Ce que le service offre."),
                codes={
                    "ecoute": _("Écoute"),
                    "orientation": _("Orientation"),
                    "accompagnement": _("Accompagnement"),
                    "hebergement_urgence": _("Hébergement d'urgence"),
                    "aide_juridique": _("Aide juridique"),
                    "soins_medicaux": _("Soins médicaux"),
                    "soutien_psychologique": _("Soutien psychologique"),
                },
            ),
            capacite_accueil=_("Nombre de personnes que le service peut accueillir."),
            date_ouverture=_("Date d'ouverture du service."),
            partenaires=_("Organisations qui travaillent avec le service."),
        ),
    ),
    DescribedTable(
        "agent_vbg",
        VbgAgent,
        _("Agents des services VBG"),
        ENTERED,
        {
            "service": _("Service VBG où l'agent travaille."),
            "nom": _("Nom de famille de l'agent."),
            "prenom": _("Prénom de l'agent."),
            "fonction": _("Fonction de l'agent dans le service."),
            "telephone": _("Numéro de téléphone de l'agent ; visible avec la permission de voir les contacts."),
        },
    ),
    DescribedTable(
        "asc", HealthAgent, _("Agents de santé communautaire"), OFFICIAL, _build_place(HEALTH_AGENT_TYPE_LABELS)
    ),
    DescribedTable("acteur_local", LocalActor, _("Acteurs locaux"), ENTERED, _build_place(LOCAL_ACTOR_TYPE_LABELS)),
)
