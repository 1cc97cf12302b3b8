"""Define the permission catalogue, the default permissions of the system roles, and who may grant them.

ROLE_ADMIN includes ROLE_USER. A super administrator administers everything but neither reads VBG cases nor
sees shelters: those keys are always granted explicitly.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from config.caller import Caller
from config.errors.problems import forbidden

PERMISSIONS_BY_MODULE: Final[dict[str, tuple[str, ...]]] = {
    "registre": (
        "lire",
        "creer",
        "modifier",
        "supprimer",
        "valider",
        "scorer",
        "importer",
        "exporter",
        "voir_contacts",
        "gerer_projets",
    ),
    "transferts": (
        "lire",
        "creer",
        "modifier",
        "supprimer",
        "enroler",
        "calculer",
        "soumettre",
        "executer",
        "rapprocher",
        "gerer_comptes",
        "gerer_tarifs",
        "valider_niveau_1",
        "valider_niveau_2",
        "valider_niveau_3",
        "valider_niveau_4",
        "reinitialiser_validation",
    ),
    "geo": ("lire", "gerer", "exporter"),
    "analyses": ("lire",),
    "vbg": ("lire", "gerer", "voir_details", "voir_cas", "voir_services_restreints", "importer", "saisir"),
    "plaintes": ("lire", "creer", "modifier", "gerer_equipes", "recevoir_escalades", "voir_corruption"),
    "administration": ("utilisateurs", "roles", "audit", "notifications", "toutes_regions", "references", "webhooks"),
}

ALL_PERMISSIONS: Final = frozenset(
    f"{module}.{action}" for module, actions in PERMISSIONS_BY_MODULE.items() for action in actions
)
READ_PERMISSIONS: Final = frozenset({"registre.lire", "transferts.lire", "geo.lire", "analyses.lire", "plaintes.lire"})
CASE_PERMISSIONS: Final = frozenset({"vbg.voir_cas", "vbg.voir_details", "vbg.voir_services_restreints"})
APPROVAL_PERMISSIONS: Final = frozenset(key for key in ALL_PERMISSIONS if key.startswith("transferts.valider_niveau_"))
# Keys that move money, open VBG data or administer: their holders need the second factor if the setting requires it.
SENSITIVE_PERMISSIONS: Final = frozenset(
    key for key in ALL_PERMISSIONS if key.startswith(("vbg.", "administration.", "transferts.valider_niveau_"))
) | {
    "transferts.executer",
    "transferts.rapprocher",
    "transferts.gerer_comptes",
    "transferts.gerer_tarifs",
    "transferts.reinitialiser_validation",
}
# Who collects reads no amounts: what a household is to be paid is asked of who fills in its form.
FIELD_PERMISSIONS: Final = (READ_PERMISSIONS - {"transferts.lire"}) | {
    "registre.creer",
    "registre.modifier",
    "registre.voir_contacts",
}
AGENT_PERMISSIONS: Final = FIELD_PERMISSIONS | {
    "registre.importer",
    "registre.exporter",
    "transferts.lire",
    "transferts.creer",
    "transferts.modifier",
    "transferts.enroler",
    "transferts.calculer",
    "transferts.soumettre",
    "transferts.valider_niveau_1",
    "plaintes.creer",
    "plaintes.modifier",
    "geo.exporter",
}

SYSTEM_ROLES: Final[dict[str, tuple[str, frozenset[str]]]] = {
    "ROLE_SUPER_ADMIN": ("Super administrateur", ALL_PERMISSIONS - CASE_PERMISSIONS),
    "ROLE_ADMIN": ("Administrateur", ALL_PERMISSIONS - CASE_PERMISSIONS - APPROVAL_PERMISSIONS),
    "ROLE_DIRECTION": (
        "Direction",
        READ_PERMISSIONS
        | {
            "registre.exporter",
            "geo.exporter",
            "registre.voir_contacts",
            "vbg.lire",
            "transferts.valider_niveau_3",
            "transferts.valider_niveau_4",
            "transferts.reinitialiser_validation",
            "plaintes.recevoir_escalades",
            "plaintes.voir_corruption",
            "administration.toutes_regions",
        },
    ),
    "ROLE_SUPERVISEUR": (
        "Superviseur",
        (AGENT_PERMISSIONS - {"transferts.valider_niveau_1"})
        | {
            "registre.valider",
            "registre.scorer",
            "registre.supprimer",
            "transferts.valider_niveau_2",
            "transferts.rapprocher",
            "plaintes.gerer_equipes",
            "plaintes.voir_corruption",
        },
    ),
    "ROLE_AGENT": ("Agent", AGENT_PERMISSIONS),
    "ROLE_ENQUETEUR": ("Enquêteur", FIELD_PERMISSIONS),
    "ROLE_VBG": (
        "Référent VBG",
        frozenset(
            {
                "geo.lire",
                "analyses.lire",
                "vbg.lire",
                "vbg.gerer",
                "vbg.voir_details",
                "vbg.voir_cas",
                "vbg.voir_services_restreints",
                "vbg.importer",
                "vbg.saisir",
                "plaintes.lire",
                "plaintes.creer",
                "plaintes.modifier",
            }
        ),
    ),
    "ROLE_USER": ("Utilisateur", READ_PERMISSIONS),
}

MODULE_LABELS: Final[dict[str, Any]] = {
    "registre": lazy("Registre social"),
    "transferts": lazy("Transferts"),
    "geo": lazy("Géographie"),
    "analyses": lazy("Analyses"),
    "vbg": lazy("Violences basées sur le genre"),
    "plaintes": lazy("Plaintes"),
    "administration": lazy("Administration"),
}
# An action named differently in one module is listed under its full key.
ACTION_LABELS: Final[dict[str, Any]] = {
    "lire": lazy("Consulter"),
    "creer": lazy("Créer"),
    "modifier": lazy("Modifier"),
    "supprimer": lazy("Supprimer"),
    "valider": lazy("Valider"),
    "scorer": lazy("Calculer les scores"),
    "importer": lazy("Importer"),
    "exporter": lazy("Exporter"),
    "voir_contacts": lazy("Voir les contacts"),
    "gerer_projets": lazy("Gérer les projets"),
    "enroler": lazy("Enrôler"),
    "calculer": lazy("Calculer les cycles"),
    "soumettre": lazy("Soumettre à la validation"),
    "executer": lazy("Exécuter les paiements"),
    "rapprocher": lazy("Rapprocher les relevés"),
    "gerer_comptes": lazy("Gérer les comptes opérateurs"),
    "gerer_tarifs": lazy("Gérer les grilles tarifaires"),
    "valider_niveau_1": lazy("Valider au niveau 1"),
    "valider_niveau_2": lazy("Valider au niveau 2"),
    "valider_niveau_3": lazy("Valider au niveau 3"),
    "valider_niveau_4": lazy("Valider au niveau 4"),
    "reinitialiser_validation": lazy("Réinitialiser la validation"),
    "gerer": lazy("Gérer"),
    "voir_details": lazy("Voir les détails"),
    "voir_cas": lazy("Voir les cas"),
    "voir_services_restreints": lazy("Voir les services restreints"),
    "saisir": lazy("Saisir des cas"),
    "gerer_equipes": lazy("Gérer les équipes"),
    "recevoir_escalades": lazy("Être prévenu des plaintes en retard"),
    "voir_corruption": lazy("Lire les plaintes de corruption"),
    "utilisateurs": lazy("Gérer les utilisateurs"),
    "roles": lazy("Gérer les rôles"),
    "audit": lazy("Consulter l'historique"),
    "notifications": lazy("Gérer les notifications"),
    "toutes_regions": lazy("Voir toutes les régions"),
    "references": lazy("Gérer les référentiels"),
    "webhooks": lazy("Gérer les webhooks"),
}


def get_action_label(module: str, action: str) -> str:
    """Return the label of an action, or its id when it has no label."""
    return str(ACTION_LABELS.get(f"{module}.{action}") or ACTION_LABELS.get(action) or action)


def describe_permissions(keys: Iterable[str]) -> list[tuple[str, str]]:
    """Return (label of the module, labels of its actions with commas) for each module that `keys` touch."""
    held = {*keys}
    named = (
        (label, [get_action_label(module, one) for one in PERMISSIONS_BY_MODULE[module] if f"{module}.{one}" in held])
        for module, label in MODULE_LABELS.items()
    )
    return [(str(label), ", ".join(actions)) for label, actions in named if actions]


def require_permissions(caller: Caller, keys: Iterable[str]) -> None:
    """Raise FORBIDDEN unless the caller holds every key: nobody grants or revokes permissions they do not have."""
    if not caller.permissions.issuperset(keys):
        raise forbidden(_("Vous ne pouvez pas accorder ni retirer une permission que vous n'avez pas."))
