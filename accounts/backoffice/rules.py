"""Define the cookie of the administration, who may enter it, and the labels of columns."""

import unicodedata
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

# The cookie with the access token is sent only to the administration's pages and hidden from scripts.
COOKIE: Final = "tabanca_admin"
PATH: Final = "/admin/"
COOKIE_SCOPE: Final[dict[str, Any]] = {"path": PATH, "samesite": "Strict"}
# Each of these permissions opens the site; each model then checks its own permission.
ENTRY_PERMISSIONS: Final = frozenset(
    f"administration.{key}" for key in ("utilisateurs", "roles", "audit", "references", "webhooks")
)
# Why a user who must do something else first may not enter, by `User.restriction`.
RESTRICTIONS: Final[dict[str, Any]] = {
    "mot_de_passe": _("Choisissez d'abord votre mot de passe dans la console."),
    "double_authentification": _("Activez d'abord la double authentification dans la console."),
}
# Of columns whose names are not French words; other columns show their own names.
LABELS: Final[dict[str, Any]] = {
    "address": _("adresse"),
    "attempts": _("tentatives"),
    "created_at": _("créé le"),
    "created_by": _("créé par"),
    "ended_at": _("terminé le"),
    "event": _("événement"),
    "events": _("événements"),
    "expires_at": _("expire le"),
    "failed_login_attempts": _("connexions refusées"),
    "failures": _("échecs"),
    "granted_by": _("attribué par"),
    "is_active": _("actif"),
    "is_system": _("du système"),
    "last_login": _("dernière connexion"),
    "last_used_at": _("dernier usage"),
    "link": _("lien"),
    "locked_until": _("verrouillé jusqu'à"),
    "model": _("objet concerné"),
    "must_change_password": _("mot de passe à changer"),
    "read_at": _("lu le"),
    "seen_at": _("vu le"),
    "sent_at": _("envoyé le"),
    "started_at": _("commencé le"),
    "status_code": _("réponse HTTP"),
    "title": _("titre"),
    "two_factor_enabled": _("second facteur"),
    "until": _("jusqu'au"),
    "updated_at": _("modifié le"),
    "used_at": _("utilisé le"),
    "user": _("utilisateur"),
}
# Columns are named in French without accents: the words that have some.
ACCENTED_WORDS: Final = """
absorbé âge âges année annoncé annoncée annulé appliqué après balayé bénéficiaire bénéficiaires calculé calculée
capacité catégorie catégories ciblé communauté conditionnalité conditionnalités confirmé conformité conservé
création créé critère critères début décidé décision défaut délai délivrance demandé demandée demandés déplacements déplacés
dépôts dernière détails détecté données durée échéance échec éclairage école écriture éducation éligible éligibles enquêteur
enrôlé enrôlement enrôler enseignés équipe estimés état évacuation évaluation évaluations évalué exécution
finalisé fréquence fusionné généré handicapés héritables libellé libellés liées localité matériau maternité
ménage ménages mère méthode mètres modèle modifié notifié numéro occupés opérateur opération paramètres parenté
partagées pauvreté père période personnalisés pièce pièces précédente précision préfixe prénom préscolaire prévue prévus
priorité problèmes proposé qualité réduction référence région régions règles relevé renversée réponse requête réservé
résultat résumé retrouvé rôle santé séquence spécialités supprimé synchronisé téléphone téléphones tolérance
utilisée validé vérification versé visibilité vulnérabilité reçu écart déchets
"""


def _strip_accents(word: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", word) if not unicodedata.combining(letter))


_SPELLED: Final = {_strip_accents(word): word for word in ACCENTED_WORDS.split() if _strip_accents(word) != word}
_WORDS: Final = {
    "pmt": "PMT",
    "gps": "GPS",
    "vbg": "VBG",
    "id": "identifiant",
    "nb": "nombre de",
    "at": "le",
    "url": "URL",
}


def spell_column(name: str) -> str:
    """Return the name of a column as French writes it: `date_fin_periode` is "date fin période"."""
    return " ".join(_WORDS.get(word) or _SPELLED.get(word, word) for word in name.replace("_", " ").split())
