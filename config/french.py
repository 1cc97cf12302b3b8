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
    "alert": _("alerte"),
    "boolean": _("oui ou non"),
    "cases": _("cas"),
    "create": _("création"),
    "delete": _("suppression"),
    "different": _("différent de"),
    "error": _("erreur"),
    "female": _("féminin"),
    "info": _("information"),
    "male": _("masculin"),
    "number": _("nombre"),
    "open": _("en cours"),
    "public": _("tout le monde"),
    "survivor": _("survivante"),
    "unknown": _("inconnu"),
    "update": _("modification"),
    "warning": _("avertissement"),
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
    "en attente": _("en attente"),
    "en cours": _("en cours"),
    "en envoi": _("en envoi"),
    "en preparation": _("en préparation"),
    "termine": _("terminé"),
    "echoue": _("échoué"),
    "annule": _("annulé"),
    "annulee": _("annulée"),
    "abandonne": _("abandonné"),
    "envoye": _("envoyé"),
    "livre": _("livré"),
    "sans objet": _("sans objet"),
    "brouillon": _("brouillon"),
    "a valider": _("à valider"),
    "valide": _("validé"),
    "cloture": _("clôturé"),
    "suspendu": _("suspendu"),
    "approuvee": _("approuvée"),
    "rejetee": _("rejetée"),
    "proposee": _("proposée"),
    "evaluee": _("évaluée"),
    "conforme": _("conforme"),
    "non conforme": _("non conforme"),
    "rapprochee": _("rapprochée"),
    "non rapprochee": _("non rapprochée"),
    "resolu": _("résolu"),
    "reussi": _("réussi"),
    "partiel": _("partiel"),
    "emise": _("émise"),
    "remise": _("remise"),
    "retournee": _("retournée"),
    "creation": _("création"),
    "suppression": _("suppression"),
    "operation": _("opération"),
    "lecture": _("lecture"),
    "anonymisation": _("anonymisation"),
    "soumission": _("soumission"),
    "rejet": _("rejet"),
    "quartier": _("quartier"),
    "depot": _("dépôt"),
    "paiement": _("paiement"),
    "ajustement": _("ajustement"),
    "contrepassation": _("contrepassation"),
}
# Columns are named in French without accents: the words that have some.
ACCENTED_WORDS: Final = """
abandonné absorbé âge âgée âgées âges aisé ambiguë améliorée année annoncé annoncée annulé annulée antérieur appliqué
approuvée après balayé bénéficiaire bénéficiaires béton brûlage calculé calculée capacité carré catégorie catégories
célibataire ciblé clé clôture commerçant communauté comparé conditionnalité conditionnalités confirmé conformité
conservé contrôle création créé critère critères début déchets décidé décision défaut déficit déjà délai délivrance
délivré demandé demandée demandés déménagement démonstration démunie déplacements déplacés dépôt dépôts dernière
désactiver détails détecté différent données durée ébullition écart écartée échéance échec échoué éclairage école
écoles économique écoute écran écrit écriture éducation égal électeur électricité éleveur éligible éligibles émise
émission enquête enquêteur enrôlé enrôlement enrôler enseignés envoyé épouse équipe espèces estimés état évacuation
évaluation évaluations évalué évaluée exécution extrême fermée finalisé fréquence frère fusionné génération généré
gradué handicapée handicapés hébergé hébergement héritables hôpital identité imprécis intégration intégré isolé
justifié libellé libellés liées livré localité localités malgré marié matériau maternité médicaux mémoire ménage
ménages mère méthode mètres modèle modifié monétaire négative nièce normalisé notifié numéro occupés opérateur
opération paramètres parenté partagé partagées pauvreté payé pêcheur père période personnalisés pièce pièces planifié
pré précédente précision préfixe prénom préparation préscolaire prévisionnel prévue prévus priorité privé privée
problèmes proposé proposée propriétaire protégé publiée qualité rapprochée rapprochées reçu reçus réduction référence
réfugié région régions règles réinitialisation rejeté rejetée relevé rénovation renversée réouverture réponse requête
réservé résolu résolue résultat résumé retournée retrouvé réussi rôle rôles santé séquence spécialités stabilisée
supérieur supprimé synchronisé téléphone téléphones terminé tolérance trésor utilisée validé vérification vérifier
versé visibilité vulnérabilité vulnérable
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
