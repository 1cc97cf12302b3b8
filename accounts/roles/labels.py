"""Name the modules and actions of the permission catalogue for display."""

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

MODULES: Final[dict[str, Any]] = {
    "registre": _("Registre social"),
    "transferts": _("Transferts"),
    "geo": _("Géographie"),
    "analyses": _("Analyses"),
    "vbg": _("Violences basées sur le genre"),
    "plaintes": _("Plaintes"),
    "administration": _("Administration"),
}
# An action named differently in one module is listed under its full key.
ACTIONS: Final[dict[str, Any]] = {
    "lire": _("Consulter"),
    "creer": _("Créer"),
    "modifier": _("Modifier"),
    "supprimer": _("Supprimer"),
    "valider": _("Valider"),
    "scorer": _("Calculer les scores"),
    "importer": _("Importer"),
    "exporter": _("Exporter"),
    "voir_contacts": _("Voir les contacts"),
    "gerer_projets": _("Gérer les projets"),
    "enroler": _("Enrôler"),
    "calculer": _("Calculer les cycles"),
    "soumettre": _("Soumettre à la validation"),
    "executer": _("Exécuter les paiements"),
    "rapprocher": _("Rapprocher les relevés"),
    "gerer_comptes": _("Gérer les comptes opérateurs"),
    "gerer_tarifs": _("Gérer les grilles tarifaires"),
    "valider_niveau_1": _("Valider au niveau 1"),
    "valider_niveau_2": _("Valider au niveau 2"),
    "valider_niveau_3": _("Valider au niveau 3"),
    "valider_niveau_4": _("Valider au niveau 4"),
    "reinitialiser_validation": _("Réinitialiser la validation"),
    "gerer": _("Gérer"),
    "voir_details": _("Voir les détails"),
    "voir_cas": _("Voir les cas"),
    "gerer_equipes": _("Gérer les équipes"),
    "utilisateurs": _("Gérer les utilisateurs"),
    "roles": _("Gérer les rôles"),
    "audit": _("Consulter l'historique"),
    "notifications": _("Gérer les notifications"),
    "toutes_regions": _("Voir toutes les régions"),
    "references": _("Gérer les référentiels"),
    "webhooks": _("Gérer les webhooks"),
}


def get_action_label(module: str, action: str) -> str:
    """Return the label of an action, or its id when it has no label."""
    return str(ACTIONS.get(f"{module}.{action}") or ACTIONS.get(action) or action)
