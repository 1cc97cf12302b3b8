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
# Of columns that lists show, and of those whose names are not French words; other columns show their own names.
LABELS: Final[dict[str, Any]] = {
    "access_expires_at": _("accès valable jusqu'au"),
    "actif": _("actif"),
    "action": _("action"),
    "active": _("actif"),
    "address": _("adresse"),
    "age": _("âge"),
    "agent": _("agent"),
    "annee": _("année"),
    "annonce_le": _("annoncé le"),
    "annule_le": _("annulé le"),
    "ask_at": _("à demander le"),
    "asked_by": _("demandé par"),
    "attempts": _("tentatives"),
    "auteur": _("auteur"),
    "bail_fin": _("réservé jusqu'à"),
    "beneficiaire": _("bénéficiaire"),
    "body": _("texte"),
    "categorie": _("catégorie"),
    "categorie_pauvrete": _("catégorie de pauvreté"),
    "category": _("catégorie"),
    "champ": _("champ"),
    "changed_at": _("changé le"),
    "chaque_annee": _("chaque année"),
    "classe": _("classe"),
    "code": _("code"),
    "code_absorbe": _("code absorbé"),
    "code_conserve": _("code conservé"),
    "code_menage": _("code du ménage"),
    "collector_form_uid": _("formulaire de collecte"),
    "collector_submission_id": _("envoi de collecte"),
    "collector_validation_status": _("validation par la plateforme"),
    "compte": _("compte"),
    "conditionnalite": _("conditionnalité"),
    "confirme_le": _("confirmé le"),
    "confirme_par": _("confirmé par"),
    "confirmed": _("confirmé"),
    "couche": _("couche"),
    "count": _("nombre"),
    "courriel": _("courriel"),
    "created_at": _("créé le"),
    "created_by": _("créé par"),
    "cree_par": _("créé par"),
    "cycle": _("cycle"),
    "data": _("données"),
    "date": _("date"),
    "date_ajout": _("ajouté le"),
    "date_collecte": _("date de collecte"),
    "date_creation": _("date de création"),
    "date_debut": _("date de début"),
    "date_decision": _("date de décision"),
    "date_execution": _("date d'exécution"),
    "date_expiration": _("date d'expiration"),
    "date_fin": _("date de fin"),
    "date_mesure": _("date de la mesure"),
    "date_prevue": _("date prévue"),
    "date_proposition": _("date de proposition"),
    "date_reponse": _("date de réponse"),
    "date_source": _("date de la source"),
    "date_suivi": _("date du suivi"),
    "date_valeur": _("date de valeur"),
    "date_validation": _("date de validation"),
    "date_verification": _("date de vérification"),
    "date_visite": _("date de la visite"),
    "de": _("de"),
    "debut": _("début"),
    "decision": _("décision"),
    "deleted_at": _("supprimé le"),
    "dernier_numero": _("dernier numéro"),
    "description": _("description"),
    "detecte_le": _("détecté le"),
    "digest": _("empreinte"),
    "disabled_at": _("désactivé le"),
    "ecart_montant": _("écart de montant"),
    "ecran": _("écran"),
    "ecrit": _("écrit"),
    "effet": _("effet"),
    "email": _("adresse électronique"),
    "ended_at": _("terminé le"),
    "endpoint": _("webhook"),
    "equipe": _("équipe"),
    "error": _("erreur"),
    "essais": _("essais"),
    "est_template": _("est un modèle"),
    "etat": _("état"),
    "event": _("événement"),
    "events": _("événements"),
    "execution": _("exécution"),
    "expires_at": _("expire le"),
    "failed_login_attempts": _("connexions refusées"),
    "failing_since": _("en échec depuis"),
    "failures": _("échecs"),
    "fait": _("fait"),
    "feuille": _("feuille"),
    "fonction": _("fonction"),
    "fonctionnel": _("fonctionnel"),
    "formulaire": _("formulaire"),
    "fournisseur": _("fournisseur"),
    "frais": _("frais"),
    "frais_demandes": _("frais demandés"),
    "frais_retrait": _("frais de retrait"),
    "frequence_paiement": _("fréquence de paiement"),
    "fusionne_le": _("fusionné le"),
    "fusionne_par": _("fusionné par"),
    "geom": _("position"),
    "granted_by": _("attribué par"),
    "grille": _("grille"),
    "handled_at": _("traité le"),
    "id_dgepase": _("identifiant DGEPASE"),
    "identifiant": _("identifiant"),
    "is_active": _("actif"),
    "is_system": _("du système"),
    "jour": _("jour"),
    "jour_generation": _("jour de génération"),
    "kind": _("nature"),
    "label": _("libellé"),
    "langue": _("langue"),
    "last_login": _("dernière connexion"),
    "last_used_at": _("dernier usage"),
    "lease_until": _("réservé jusqu'à"),
    "lecture_seule": _("lecture seule"),
    "libelle": _("libellé"),
    "lien_parente": _("lien de parenté"),
    "lieu": _("lieu"),
    "link": _("lien"),
    "locked_until": _("verrouillé jusqu'à"),
    "maternite": _("maternité"),
    "menage": _("ménage"),
    "menage_a": _("premier ménage"),
    "menage_b": _("second ménage"),
    "method": _("méthode"),
    "milliseconds": _("millisecondes"),
    "mode": _("mode"),
    "mode_generation": _("mode de génération"),
    "model": _("objet concerné"),
    "montant": _("montant"),
    "montant_max": _("montant maximal"),
    "montant_min": _("montant minimal"),
    "montant_recu": _("montant reçu"),
    "montant_remis": _("montant remis"),
    "montant_rendu": _("montant rendu"),
    "montant_retrouve": _("montant retrouvé"),
    "montant_verse": _("montant versé"),
    "motif": _("motif"),
    "mouvement": _("mouvement"),
    "moyen": _("moyen"),
    "must_change_password": _("mot de passe à changer"),
    "name": _("nom"),
    "nature": _("nature"),
    "next_at": _("prochain envoi le"),
    "niveau": _("niveau"),
    "niveau_validation": _("niveau de validation"),
    "nom": _("nom"),
    "nom_complet": _("nom complet"),
    "nom_compte": _("nom du compte"),
    "nombre": _("nombre"),
    "numero": _("numéro"),
    "numero_compte": _("numéro de compte"),
    "numero_tranche": _("numéro de tranche"),
    "obligatoire": _("obligatoire"),
    "operateur": _("opérateur"),
    "ordre": _("ordre"),
    "organisation": _("organisation"),
    "paiement": _("paiement"),
    "par_defaut": _("par défaut"),
    "params": _("paramètres"),
    "partage": _("partagé"),
    "path": _("chemin"),
    "pause_until": _("en pause jusqu'à"),
    "pilote": _("pilote"),
    "plafond": _("plafond"),
    "poids": _("poids"),
    "population": _("population"),
    "prenom": _("prénom"),
    "prepared_at": _("préparé le"),
    "principal": _("principal"),
    "priorite": _("priorité"),
    "programme": _("programme"),
    "projet": _("projet"),
    "propose_le": _("proposé le"),
    "propose_par": _("proposé par"),
    "published_at": _("publié le"),
    "raison": _("raison"),
    "read_at": _("lu le"),
    "received_at": _("reçu le"),
    "recu": _("reçu"),
    "recu_at": _("reçu le"),
    "reduction": _("réduction"),
    "reference": _("référence"),
    "refresh_expires_at": _("renouvelable jusqu'au"),
    "refreshed_at": _("renouvelé le"),
    "region": _("région"),
    "region_id": _("région"),
    "reserve": _("réservé"),
    "restant": _("restant"),
    "resultat": _("résultat"),
    "retenue": _("retenue"),
    "revoked_at": _("révoqué le"),
    "role": _("rôle"),
    "role_a": _("premier rôle"),
    "role_b": _("second rôle"),
    "score": _("score"),
    "score_global": _("score global"),
    "score_pmt": _("score PMT"),
    "secteur": _("secteur"),
    "seen_at": _("vu le"),
    "sent_at": _("envoyé le"),
    "service": _("service"),
    "session": _("session"),
    "settled_at": _("réglé le"),
    "sexe": _("sexe"),
    "since": _("depuis"),
    "solde": _("solde"),
    "solde_apres": _("solde après"),
    "solde_avant": _("solde avant"),
    "source": _("source"),
    "source_eau": _("source d'eau"),
    "source_id": _("identifiant dans la source"),
    "started_at": _("commencé le"),
    "status": _("état"),
    "status_code": _("réponse HTTP"),
    "statut": _("statut"),
    "statut_collecte": _("statut de collecte"),
    "statut_enrolement": _("statut d'enrôlement"),
    "statut_validation": _("statut de validation"),
    "subject": _("sujet"),
    "sujet": _("sujet"),
    "taille": _("taille"),
    "taille_menage": _("taille du ménage"),
    "taux_conformite": _("taux de conformité"),
    "taxe_administrative": _("taxe administrative"),
    "tentative": _("tentative"),
    "tient_comptes": _("tient des comptes"),
    "title": _("titre"),
    "total": _("total"),
    "total_depots": _("total des dépôts"),
    "total_paiements": _("total des paiements"),
    "tour": _("tour"),
    "two_factor_enabled": _("second facteur"),
    "type": _("type"),
    "type_document": _("type de document"),
    "type_logement": _("type de logement"),
    "type_mesure": _("type de mesure"),
    "type_suivi": _("type de suivi"),
    "type_visite": _("type de visite"),
    "typology": _("typologie"),
    "until": _("jusqu'au"),
    "updated_at": _("modifié le"),
    "usage": _("usage"),
    "used_at": _("utilisé le"),
    "user": _("utilisateur"),
    "valeur": _("valeur"),
    "valeur_seuil": _("valeur du seuil"),
    "valide": _("validé"),
    "vers": _("vers"),
    "version": _("version"),
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
    "ordre_paiement": _("Ordre de paiement d'un cycle"),
    "recalculer_pmt": _("Calcul des scores PMT"),
    "region_connexion_base": _("Régions des connexions à la base"),
    "region_utilisateur": _("Régions des utilisateurs"),
    "saisie_cas_vbg": _("Saisie d'un cas de VBG"),
    "sauvegarde": _("Sauvegarde"),
    "statut_cas_vbg": _("Changement d'état d'un cas de VBG"),
    "suppression_cas_vbg": _("Suppression d'un cas de VBG"),
}
# Operations on one row, by its model: the history names that row.
MODEL_OF_OPERATION: Final = {"ordre_paiement": "cycle"}
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
