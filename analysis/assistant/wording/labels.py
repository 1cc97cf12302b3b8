"""Name what plans are made of, in the language of the answer: conditions in the plural, as their subjects are."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from geo.facilities.api import (
    HEALTH_SERVICE_TYPE_LABELS,
    POLICE_STATION_TYPE_LABELS,
    SCHOOL_TYPE_LABELS,
    WATER_POINT_TYPE_LABELS,
)

Labels = Mapping[str, Any]

SUBJECT_LABELS: Final[Labels] = {
    "menages": _("Ménages"),
    "beneficiaires": _("Bénéficiaires"),
    "plaintes": _("Plaintes"),
    "ecoles": _("Écoles"),
    "services_sante": _("Services de santé"),
    "points_eau": _("Points d'eau"),
    "polices_judiciaires": _("Postes de police judiciaire"),
    "services_vbg": _("Services VBG"),
    "asc": _("Agents de santé communautaire"),
    "acteurs_locaux": _("Acteurs locaux"),
    "localites": _("Localités"),
    "secteurs": _("Secteurs"),
    "regions": _("Régions"),
    "population": _("Population"),
}
MEASURE_LABELS: Final[Labels] = {
    "nombre": _("nombre"),
    "part": _("part"),
    "score": _("score PMT moyen"),
    "taille": _("taille moyenne"),
    "personnes": _("nombre de personnes"),
    "distance": _("distance moyenne au service le plus proche"),
    "taux": _("taux de couverture"),
    "moyenne": _("nombre moyen"),
    "nb_enfants_04": _("enfants de 0 à 4 ans"),
    "nb_enfants_514": _("enfants de 5 à 14 ans"),
    "nb_enfants_010": _("enfants de 0 à 10 ans"),
    "nb_enfants_1114": _("enfants de 11 à 14 ans"),
    "nb_adultes_1564": _("adultes de 15 à 64 ans"),
    "nb_personnes_65_plus": _("personnes de 65 ans et plus"),
    "nb_handicapes": _("personnes handicapées"),
    "nb_actifs_occupes": _("actifs occupés"),
    "nb_femmes_1564": _("femmes de 15 à 64 ans"),
    "nb_femmes_1549": _("femmes de 15 à 49 ans"),
    "nb_femmes_enceintes": _("femmes enceintes"),
}
LEVEL_LABELS: Final[Labels] = {"region": _("région"), "secteur": _("secteur"), "localite": _("localité")}
STEP_LABELS: Final[Labels] = {
    "semaine": _("semaine"),
    "mois": _("mois"),
    "trimestre": _("trimestre"),
    "annee": _("année"),
}
# The date that the days of a plan are of.
MOMENT_LABELS: Final[Labels] = {
    "menages": _("date de collecte"),
    "beneficiaires": _("date d'enrôlement"),
    "plaintes": _("date de réception"),
    "resolution": _("date de résolution"),
}
CODE_LABELS: Final[Mapping[str, Labels]] = {
    "categorie": {
        "extreme_pauvre": _("extrêmement pauvres"),
        "pauvre": _("pauvres"),
        "vulnerable": _("vulnérables"),
        "non_pauvre": _("non pauvres"),
    },
    "milieu": {"rural": _("ruraux"), "urbain": _("urbains")},
    "chef": {"F": _("dirigés par une femme"), "M": _("dirigés par un homme")},
    "statut": {
        "actif": _("actifs"),
        "suspendu": _("suspendus"),
        "sorti": _("sortis"),
        "gradue": _("gradués"),
        "nouvelle": _("nouvelles"),
        "ouverte": _("ouvertes"),
        "en_cours": _("en cours"),
        "resolue": _("résolues"),
        "fermee": _("fermées"),
        "rejetee": _("rejetées"),
    },
    "priorite": {
        "urgente": _("urgentes"),
        "haute": _("de priorité haute"),
        "moyenne": _("de priorité moyenne"),
        "basse": _("de priorité basse"),
    },
    "motif": {
        "paiement": _("paiement"),
        "ciblage": _("ciblage"),
        "enrolement": _("enrôlement"),
        "corruption": _("corruption"),
        "service": _("service"),
        "autre": _("autre"),
    },
    "type": {
        **SCHOOL_TYPE_LABELS,
        **HEALTH_SERVICE_TYPE_LABELS,
        **WATER_POINT_TYPE_LABELS,
        **POLICE_STATION_TYPE_LABELS,
        "chef_village": _("Chef de village"),
        "point_focal": _("Point focal"),
        "village": _("Village"),
        "quartier": _("Quartier"),
    },
}
FLAG_LABELS: Final[Mapping[str, tuple[Any, Any]]] = {
    "eligible": (_("éligibles, sous le seuil de pauvreté"), _("non éligibles")),
    "enquete": (_("enquêtés"), _("non enquêtés")),
    "pilote": (_("pilotes"), _("non pilotes")),
    "fonctionnel": (_("en marche"), _("en panne")),
    "maternite": (_("avec maternité"), _("sans maternité")),
    "urgences24h": (_("ouvert 24 h"), _("sans urgences 24 h")),
    "retard": (_("en retard"), _("sans retard")),
}
