"""Spell the codes and the names of columns, which have no accents, as French writes them."""

import re
import unicodedata
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

# Of codes that are not French words.
CHOICES: Final[dict[str, Any]] = {
    "adolescent": _("adolescent"),
    "adult": _("adulte"),
    "all": _("tous"),
    "child": _("enfant"),
    "closed": _("fermé"),
    "collecte": _("collecté"),
    "collector platform a": "KoboToolbox",
    "collector platform b": "ODK Central",
    "pre collecte": _("pré-collecte"),
    "at least": _("au moins"),
    "at most": _("au plus"),
    "equal": _("égal à"),
    "less": _("moins de"),
    "month": _("mois"),
    "more": _("plus de"),
    "professional": _("professionnels"),
    "quarter": _("trimestre"),
    "restricted": _("restreint"),
    "week": _("semaine"),
    "year": _("année"),
}
# Columns are named in French without accents: the words that have some.
ACCENTED_WORDS: Final = """
absorbé âge âges année annoncé annoncée annulé appliqué après balayé bénéficiaire bénéficiaires calculé calculée
capacité catégorie catégories ciblé communauté conditionnalité conditionnalités confirmé conformité conservé
création créé critère critères début décidé décision défaut délai délivrance demandé demandée demandés déplacements déplacés
dépôts dernière détails détecté données durée échéance échec éclairage école écriture éducation éligible éligibles émission enquêteur
enrôlé enrôlement enrôler enseignés équipe estimés état évacuation évaluation évaluations évalué exécution
finalisé fréquence fusionné généré handicapés héritables libellé libellés liées localité matériau maternité
ménage ménages mère méthode mètres modèle modifié notifié numéro occupés opérateur opération paramètres parenté
partagées pauvreté père période personnalisés pièce pièces précédente précision préfixe prénom préscolaire prévue prévus
priorité problèmes proposé qualité réduction référence région régions règles relevé renversée réponse requête réservé
résultat résumé retrouvé rôle santé séquence spécialités supprimé synchronisé téléphone téléphones tolérance
abandonné ambiguë annulée antérieur approuvée clé clôture comparé déjà dépôt différent échoué écran écrit émise envoyé
épouse espèces évaluée extrême frère génération imprécis justifié livré malgré monétaire négative nièce normalisé payé
préparation privé proposée rapprochée rejeté reçus réinitialisation rejetée résolu retournée réussi rôles terminé trésor
utilisée validé vérification vérifier versé visibilité vulnérabilité reçu écart déchets
améliorée annulé béton brûlage célibataire commerçant délivré déménagement ébullition écoles écoute électricité éleveur
fermée gradué hébergé hébergement hôpital intégré localités marié pêcheur planifié pré privée propriétaire protégé
publiée démonstration carré contrôle déficit économique écartée électeur enquête égal isolé âgée âgées identité intégration mémoire médicaux partagé prévisionnel résolue réouverture réfugié rénovation désactiver rapprochées handicapée démunie aisé stabilisée supérieur vulnérable
"""


def _strip_accents(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


_SPELLED: Final = {_strip_accents(word): word for word in ACCENTED_WORDS.split() if _strip_accents(word) != word}
_WORDS: Final = {
    "csv": "CSV",
    "fgb": "FlatGeobuf",
    "geojson": "GeoJSON",
    "gpkg": "GeoPackage",
    "html": "HTML",
    "json": "JSON",
    "ong": "ONG",
    "parquet": "GeoParquet",
    "pdf": "PDF",
    "sms": "SMS",
    "xlsform": "XLSForm",
    "xlsx": "Excel",
    "xml": "XML",
    "pmt": "PMT",
    "asc": "ASC",
    "gps": "GPS",
    "vbg": "VBG",
    "id": "identifiant",
    "nb": "nombre de",
    "at": "le",
    "url": "URL",
    "sig": "SIG",
    "gsma": "GSMA",
    "soeur": "sœur",
    "04": "de 0 à 4 ans",
    "010": "de 0 à 10 ans",
    "514": "de 5 à 14 ans",
    "1114": "de 11 à 14 ans",
    "1549": "de 15 à 49 ans",
    "1564": "de 15 à 64 ans",
    "65": "de 65 ans et",
}
_ELISION: Final = re.compile(r"\bnombre de (?=[aeiouyàâéèêîôû])")


def spell_column(name: str) -> str:
    """Return the name of a column as French writes it: `date_fin_periode` is "date fin période"."""
    text = " ".join(_WORDS.get(word) or _SPELLED.get(word, word) for word in name.replace("_", " ").split())
    return _ELISION.sub("nombre d'", text)


def spell_choice(label: str) -> str:
    """Return the label that Django made of a code as French writes it: "En attente" and not "En Attente".

    A label that somebody wrote stays as it is.
    """
    if label != label.title() or not label.isascii() or len(label) == 1:
        return label
    word = label.lower()
    spelled = str(CHOICES.get(word, "")) or re.sub(r"\ba\b", "à", spell_column(word))
    return spelled[:1].upper() + spelled[1:]


_CODE: Final = re.compile(r"[a-z]+(_[a-z0-9]+)*")


def spell_code(value: str) -> str:
    """Return a code of the specification as French writes it; anything else stays as it is."""
    return spell_choice(value.replace("_", " ").title()) if _CODE.fullmatch(value) else value
