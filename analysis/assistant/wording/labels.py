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
DWELLING_LABELS: Final[Labels] = {
    "sourceEau": _("source d'eau"),
    "toilette": _("toilettes"),
    "eclairage": _("éclairage"),
    "sol": _("sol"),
    "mur": _("murs"),
    "toit": _("toit"),
    "combustible": _("combustible de cuisine"),
}
DIMENSION_LABELS: Final[Labels] = {
    **DWELLING_LABELS,
    "categorie": _("catégorie de pauvreté"),
    "milieu": _("milieu"),
    "eligible": _("éligibilité"),
    "chef": _("sexe du chef"),
    "statut": _("statut"),
    "priorite": _("priorité"),
    "motif": _("motif"),
    "type": _("type"),
    "pilote": _("écoles pilotes"),
    "fonctionnel": _("état de marche"),
}
# What is done, as the first word of what was understood.
KIND_LABELS: Final[Labels] = {
    "compter": _("Compter"),
    "lister": _("Lister"),
    "proche": _("Au plus près"),
    "couverture": _("Couverture"),
    "densite": _("Densité"),
    "classement": _("Classement"),
    "comparaison": _("Comparaison"),
    "evolution": _("Évolution"),
}
# Of what a distance is measured from, as "5 km d'une école".
SERVICE_ARTICLES: Final[Labels] = {
    "ecoles": _("d'une école"),
    "services_sante": _("d'un service de santé"),
    "points_eau": _("d'un point d'eau"),
    "polices_judiciaires": _("d'un poste de police judiciaire"),
    "services_vbg": _("d'un service VBG"),
}
# In an area, as "dans la région d'Oio": the name of the area holds its level.
WITHIN_LABELS: Final[Labels] = {
    "region": _("dans la %(lieu)s"),
    "secteur": _("dans le %(lieu)s"),
    "localite": _("dans la %(lieu)s"),
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
    "matrimonial": {
        "celibataire": _("dont le chef est célibataire"),
        "marie_monogame": _("dont le chef est marié (monogame)"),
        "marie_polygame": _("dont le chef est marié (polygame)"),
        "union_libre": _("dont le chef vit en union libre"),
        "divorce": _("dont le chef est divorcé ou séparé"),
        "veuf": _("dont le chef est veuf ou veuve"),
    },
    "etape": {
        "en_collecte": _("en collecte"),
        "soumis": _("soumis, pas encore validés"),
        "valide": _("validés, pas encore au registre"),
        "integre": _("au registre"),
        "rejete": _("rejetés"),
    },
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
    "sourceEau": {
        "robinet": _("robinet"),
        "forage": _("forage"),
        "puits_protege": _("puits protégé"),
        "puits_non_protege": _("puits non protégé"),
        "eau_surface": _("eau de surface"),
        "eau_pluie": _("eau de pluie"),
        "autre": _("autre"),
    },
    "toilette": {
        "chasse_eau": _("chasse d'eau"),
        "latrine_amelioree": _("latrine améliorée"),
        "latrine_traditionnelle": _("latrine traditionnelle"),
        "aucune": _("aucune"),
        "autre": _("autre"),
    },
    "eclairage": {
        "electricite": _("électricité"),
        "solaire": _("solaire"),
        "groupe": _("groupe électrogène"),
        "lampe_torche": _("lampe torche"),
        "petrole": _("lampe à pétrole"),
        "bougie": _("bougie"),
        "autre": _("autre"),
    },
    "sol": {
        "terre": _("terre"),
        "ciment": _("ciment"),
        "carrelage": _("carrelage"),
        "bois": _("bois"),
        "autre": _("autre"),
    },
    "mur": {
        "ciment": _("ciment"),
        "brique_stabilisee": _("brique stabilisée"),
        "banco": _("banco"),
        "bois_bambou": _("bois ou bambou"),
        "tole": _("tôle"),
        "autre": _("autre"),
    },
    "toit": {
        "zinc": _("zinc"),
        "tuile_beton": _("tuile ou béton"),
        "chaume": _("chaume"),
        "paille": _("paille"),
        "autre": _("autre"),
    },
    "combustible": {
        "bois": _("bois"),
        "charbon": _("charbon"),
        "gaz": _("gaz"),
        "electricite": _("électricité"),
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
    "enquete": (_("enquêtés"), _("jamais enquêtés")),
    "telephone": (_("avec téléphone"), _("sans téléphone")),
    "inscrit": (_("inscrits à un programme"), _("inscrits à aucun programme")),
    "position": (_("avec position"), _("sans position")),
    "pilote": (_("pilotes"), _("non pilotes")),
    "fonctionnel": (_("en marche"), _("en panne")),
    "maternite": (_("avec maternité"), _("sans maternité")),
    "urgences24h": (_("ouvert 24 h"), _("sans urgences 24 h")),
    "retard": (_("en retard"), _("sans retard")),
}
