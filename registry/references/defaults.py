"""Define the default reference lists, as in household surveys of the region; `ordre` is the order here."""

from typing import Final

DEFAULTS: Final[dict[str, dict[str, str]]] = {
    "typeLogement": {
        "case": "Case", "maison_individuelle": "Maison individuelle", "concession": "Concession",
        "appartement": "Appartement", "autre": "Autre",
    },
    "statutOccupation": {
        "proprietaire": "Propriétaire", "locataire": "Locataire", "heberge": "Hébergé gratuitement", "autre": "Autre",
    },
    "materiauMur": {
        "ciment": "Ciment ou parpaing", "brique_stabilisee": "Brique stabilisée", "banco": "Banco",
        "bois_bambou": "Bois ou bambou", "tole": "Tôle", "autre": "Autre",
    },
    "materiauToit": {
        "zinc": "Zinc ou tôle", "tuile_beton": "Tuile ou béton", "chaume": "Chaume", "paille": "Paille",
        "autre": "Autre",
    },
    "materiauSol": {"terre": "Terre", "ciment": "Ciment", "carrelage": "Carrelage", "bois": "Bois", "autre": "Autre"},
    "sourceEau": {
        "robinet": "Robinet", "forage": "Forage", "puits_protege": "Puits protégé",
        "puits_non_protege": "Puits non protégé", "eau_surface": "Eau de surface", "eau_pluie": "Eau de pluie",
        "autre": "Autre",
    },
    "typeToilette": {
        "chasse_eau": "Chasse d'eau", "latrine_amelioree": "Latrine améliorée",
        "latrine_traditionnelle": "Latrine traditionnelle", "aucune": "Aucune", "autre": "Autre",
    },
    "sourceEclairage": {
        "electricite": "Électricité", "solaire": "Solaire", "groupe": "Groupe électrogène",
        "lampe_torche": "Lampe torche", "petrole": "Lampe à pétrole", "bougie": "Bougie", "autre": "Autre",
    },
    "combustibleCuisine": {
        "bois": "Bois", "charbon": "Charbon", "gaz": "Gaz", "electricite": "Électricité", "autre": "Autre",
    },
    "traitementEau": {
        "aucun": "Aucun", "javel": "Eau de Javel", "filtration": "Filtration", "ebullition": "Ébullition",
        "autre": "Autre",
    },
    "evacuationDechets": {
        "collecte": "Collecte", "nature": "Dans la nature", "brulage": "Brûlage", "enfouissement": "Enfouissement",
        "autre": "Autre",
    },
    "niveauEducation": {
        "aucun": "Aucun", "coranique": "École coranique", "primaire": "Primaire", "secondaire": "Secondaire",
        "superieur": "Supérieur", "autre": "Autre",
    },
    "occupationPrincipale": {
        "agriculteur": "Agriculture", "eleveur": "Élevage", "pecheur": "Pêche", "commercant": "Commerce",
        "artisan": "Artisanat", "fonctionnaire": "Fonctionnaire", "salarie": "Salarié", "chauffeur": "Chauffeur",
        "journalier": "Journalier", "menage": "Travaux du ménage", "sans_emploi": "Sans emploi",
        "retraite": "Retraité", "autre": "Autre",
    },
    "statutMatrimonial": {
        "celibataire": "Célibataire", "marie_monogame": "Marié, monogame", "marie_polygame": "Marié, polygame",
        "union_libre": "Union libre", "divorce": "Divorcé ou séparé", "veuf": "Veuf",
    },
    "motifRejet": {
        "donnees_incompletes": "Fiche incomplète", "donnees_incoherentes": "Réponses incohérentes",
        "doublon": "Doublon", "hors_zone": "Hors de la zone", "refus": "Refus du ménage", "autre": "Autre motif",
    },
}  # fmt: skip
