"""Define the cookie of the administration, who may enter it, the labels of columns and what rows are called."""

import re
from typing import Any, Final

from django.utils import formats, timezone
from django.utils.translation import gettext_lazy as _

# The cookie with the access token is sent only to the administration's pages and hidden from scripts.
COOKIE: Final = "tabanca_admin"
PATH: Final = "/admin/"
# What the history calls an entry from the console.
ENTRY: Final = "administration"
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
    "access_expires_at": _("accès valable jusqu'au"),
    "active": _("actif"),
    "address": _("adresse"),
    "ask_at": _("à demander le"),
    "asked_by": _("demandé par"),
    "attempts": _("tentatives"),
    "body": _("texte"),
    "categorie_pauvrete": _("catégorie de pauvreté"),
    "changed_at": _("changé le"),
    "code_menage": _("code du ménage"),
    "collector_form_uid": _("formulaire de collecte"),
    "collector_submission_id": _("envoi de collecte"),
    "collector_validation_status": _("validation par la plateforme"),
    "confirmed": _("confirmé"),
    "count": _("nombre"),
    "created_at": _("créé le"),
    "created_by": _("créé par"),
    "data": _("données"),
    "date_collecte": _("date de collecte"),
    "deleted_at": _("supprimé le"),
    "digest": _("empreinte"),
    "disabled_at": _("désactivé le"),
    "email": _("adresse électronique"),
    "ended_at": _("terminé le"),
    "endpoint": _("webhook"),
    "error": _("erreur"),
    "est_template": _("est un modèle"),
    "event": _("événement"),
    "events": _("événements"),
    "expires_at": _("expire le"),
    "failed_login_attempts": _("connexions refusées"),
    "failing_since": _("en échec depuis"),
    "failures": _("échecs"),
    "granted_by": _("attribué par"),
    "geom": _("position"),
    "handled_at": _("traité le"),
    "id_dgepase": _("identifiant DGEPASE"),
    "is_active": _("actif"),
    "is_system": _("du système"),
    "kind": _("nature"),
    "label": _("libellé"),
    "last_login": _("dernière connexion"),
    "last_used_at": _("dernier usage"),
    "lease_until": _("réservé jusqu'à"),
    "link": _("lien"),
    "locked_until": _("verrouillé jusqu'à"),
    "method": _("méthode"),
    "milliseconds": _("millisecondes"),
    "model": _("objet concerné"),
    "must_change_password": _("mot de passe à changer"),
    "name": _("nom"),
    "next_at": _("prochain envoi le"),
    "params": _("paramètres"),
    "path": _("chemin"),
    "pause_until": _("en pause jusqu'à"),
    "prepared_at": _("préparé le"),
    "published_at": _("publié le"),
    "read_at": _("lu le"),
    "region_id": _("région"),
    "received_at": _("reçu le"),
    "refresh_expires_at": _("renouvelable jusqu'au"),
    "refreshed_at": _("renouvelé le"),
    "revoked_at": _("révoqué le"),
    "seen_at": _("vu le"),
    "sent_at": _("envoyé le"),
    "settled_at": _("réglé le"),
    "since": _("depuis"),
    "source_id": _("identifiant dans la source"),
    "started_at": _("commencé le"),
    "statut_collecte": _("statut de collecte"),
    "status": _("état"),
    "status_code": _("réponse HTTP"),
    "subject": _("sujet"),
    "taille_menage": _("taille du ménage"),
    "title": _("titre"),
    "two_factor_enabled": _("second facteur"),
    "typology": _("typologie"),
    "until": _("jusqu'au"),
    "updated_at": _("modifié le"),
    "used_at": _("utilisé le"),
    "user": _("utilisateur"),
    "wip_limit": _("limite d'en-cours"),
    "wip_limit_par_membre": _("limite d'en-cours par membre"),
    "worker": _("processus"),
}
# Columns of text that hold codes of the specification: their values are shown as French writes them.
_CODED_NAMES: Final = """
alerte_annoncee categorie categorie_pauvrete categories categories_pauvrete_eligibles category combustible_cuisine
couche etat evacuation_dechets frequence_paiement indices materiau_mur materiau_sol materiau_toit milieu
milieu_eligible mode_generation mode_paiement motif_sortie niveau_education niveaux_enseignes occupation_principale
priorite source_donnees source_eau source_eclairage specialites statut statut_collecte statut_enrolement
statut_matrimonial statut_occupation statut_validation sujet traitement_eau type type_document type_logement
type_source type_suivi type_toilette
"""
CODED_COLUMNS: Final = frozenset(_CODED_NAMES.split())
# Codes whose names say too little: they are called as the console calls them. By column, or by model and column where
# another model means something else by it.
CHOICE_WORDS: Final[dict[str, dict[str, Any]]] = {
    "household.statut": {
        "collecte": _("En collecte"),
        "en_attente": _("Pas encore au registre"),
        "valide": _("Au registre"),
        "rejete": _("Rejeté"),
    },
    "statut_collecte": {
        "pre_collecte": _("Fiche pas encore validée"),
        "valide": _("Fiche validée, à intégrer"),
        "integre": _("Au registre"),
        "rejete": _("Fiche rejetée"),
    },
    "source_donnees": {
        "manuel": _("Saisie manuelle"),
        "import": _("Fichier importé"),
        "migration": "Migration",
        "collector_platform_a": "KoboToolbox",
        "collector_platform_b": "ODK Central",
    },
}


# What the history calls operations: by what they did, as people say it.
OPERATIONS: Final[dict[str, Any]] = {
    ENTRY: _("Entrées dans l'administration"),
    "analyser_doublons": _("Recherche de doublons"),
    "analyser_qualite": _("Analyse de la qualité"),
    "apercu": _("Aperçu de ce qu'un compte voit"),
    "cas_vbg": _("Cas de VBG"),
    "connexion_base": _("Connexions à la base"),
    "demonstration": _("Données de démonstration"),
    "effacement_cas_vbg": _("Effacement de cas de VBG à leur terme"),
    "evaluer_eligibilite": _("Évaluation de l'éligibilité"),
    "fond_carte": _("Routes et cours d'eau du fond de carte"),
    "import_cas_vbg": _("Import de cas de VBG"),
    "import_conditionnalites": _("Import de vérifications de conditionnalités"),
    "import_geographie": _("Import géographique"),
    "import_menages": _("Import de ménages"),
    "masse_activer_beneficiaires": _("Activation de plusieurs bénéficiaires"),
    "masse_affecter_enqueteur": _("Affectation de plusieurs ménages à un enquêteur"),
    "masse_aviser_conditionnalites": _("Avis à plusieurs bénéficiaires sur leurs conditionnalités"),
    "masse_decider_graduations": _("Décision sur plusieurs graduations"),
    "masse_desactiver_beneficiaires": _("Suspension de plusieurs bénéficiaires"),
    "masse_enroler_menages": _("Enrôlement de plusieurs ménages"),
    "masse_evaluer_graduations": _("Évaluation de plusieurs graduations"),
    "masse_graduer_beneficiaires": _("Graduation de plusieurs bénéficiaires"),
    "masse_proposer_graduations": _("Proposition de plusieurs graduations"),
    "masse_retablir_beneficiaires": _("Rétablissement de plusieurs bénéficiaires"),
    "masse_sortir_beneficiaires": _("Sortie de plusieurs bénéficiaires"),
    "masse_supprimer_menages": _("Suppression de plusieurs ménages"),
    "recalculer_pmt": _("Calcul des scores PMT"),
    "region_connexion_base": _("Régions des connexions à la base"),
    "region_utilisateur": _("Régions des utilisateurs"),
    "saisie_cas_vbg": _("Saisie d'un cas de VBG"),
    "sauvegarde": _("Sauvegarde"),
    "statut_cas_vbg": _("Changement d'état d'un cas de VBG"),
    "suppression_cas_vbg": _("Suppression d'un cas de VBG"),
}


# Identifiers, and codes of roles: nobody calls a row by them.
_IDENTIFIER: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|^ROLE_[A-Z0-9_]+$")
# What a row may be called by, best first.
_NAMES: Final = ("nom_complet", "code_menage", "nom", "code", "reference", "title", "titre")
# Of a row without a name: the row that it is of, if it was loaded with it, and when it came about.
_WHOSE: Final = ("user", "menage", "cycle", "programme", "menage_a")
_WHEN: Final = ("created_at", "date", "debut")


def name_row(row: Any, *, may_load: bool = False) -> str:
    """Return what people call a row: a name or a code, else whose it is and of when; its identifier last of all.

    Whose it is, is asked of the database with `may_load` only: a list would ask for each of its rows.
    """
    text = str(row)
    if not _IDENTIFIER.search(text):
        return text
    for name in _NAMES:
        if found := getattr(row, name, None):
            return str(found)
    fields = {field.name: field for field in row._meta.concrete_fields}
    whose = [
        name_row(getattr(row, name)) for name in _WHOSE if name in fields and _is_known(row, fields[name], may_load)
    ]
    when = [write_moment(getattr(row, name)) for name in _WHEN if name in fields]
    return ", ".join([part for part in (*whose[:1], *when[:1]) if part]) or text


def _is_known(row: Any, field: Any, may_load: bool) -> bool:
    return bool(field.is_relation) and (may_load or field.is_cached(row)) and getattr(row, field.name) is not None


def write_moment(value: Any) -> str:
    """Return a date or a moment as the active language writes it; "" for none."""
    if value is None:
        return ""
    moment = timezone.localtime(value) if hasattr(value, "tzinfo") else value
    return str(
        formats.date_format(moment, "SHORT_DATETIME_FORMAT" if hasattr(value, "tzinfo") else "SHORT_DATE_FORMAT")
    )
