"""Define the permission catalogue and the default permissions of the system roles.

ROLE_ADMIN includes ROLE_USER. A super administrator administers everything but does not read VBG cases: those keys
are always granted explicitly.
"""

from typing import Final

CATALOGUE: Final[dict[str, tuple[str, ...]]] = {
    "registre": (
        "lire", "creer", "modifier", "supprimer", "valider", "scorer", "importer", "exporter",
        "voir_contacts", "gerer_projets",
    ),
    "transferts": (
        "lire", "creer", "modifier", "supprimer", "enroler", "calculer", "soumettre", "executer", "rapprocher",
        "gerer_comptes", "gerer_tarifs", "valider_niveau_1", "valider_niveau_2", "valider_niveau_3",
        "valider_niveau_4", "reinitialiser_validation",
    ),
    "geo": ("lire", "gerer", "exporter"),
    "analyses": ("lire",),
    "vbg": ("lire", "gerer", "voir_details", "voir_cas", "importer"),
    "plaintes": ("lire", "creer", "modifier", "gerer_equipes"),
    "administration": ("utilisateurs", "roles", "audit", "notifications", "toutes_regions", "references",
                       "webhooks"),
}  # fmt: skip

ALL: Final = frozenset(f"{module}.{action}" for module, actions in CATALOGUE.items() for action in actions)
READ: Final = frozenset({"registre.lire", "transferts.lire", "geo.lire", "analyses.lire", "plaintes.lire"})
CASES: Final = frozenset({"vbg.voir_cas", "vbg.voir_details"})
APPROVALS: Final = frozenset(key for key in ALL if key.startswith("transferts.valider_niveau_"))
# Keys that move money, open VBG data or administer: their holders need the second factor if the setting requires it.
SENSITIVE: Final = frozenset(
    key for key in ALL if key.startswith(("vbg.", "administration.", "transferts.valider_niveau_"))
) | {
    "transferts.executer", "transferts.rapprocher", "transferts.gerer_comptes", "transferts.gerer_tarifs",
    "transferts.reinitialiser_validation",
}  # fmt: skip
FIELD: Final = READ | {"registre.creer", "registre.modifier", "registre.voir_contacts"}
AGENT: Final = FIELD | {
    "registre.importer", "registre.exporter", "transferts.creer", "transferts.modifier", "transferts.enroler",
    "transferts.calculer", "transferts.soumettre", "transferts.valider_niveau_1", "plaintes.creer",
    "plaintes.modifier", "geo.exporter",
}  # fmt: skip

SYSTEM_ROLES: Final[dict[str, tuple[str, frozenset[str]]]] = {
    "ROLE_SUPER_ADMIN": ("Super administrateur", ALL - CASES),
    "ROLE_ADMIN": ("Administrateur", ALL - CASES - APPROVALS),
    "ROLE_DIRECTION": (
        "Direction",
        READ
        | {"registre.exporter", "geo.exporter", "registre.voir_contacts", "vbg.lire", "transferts.valider_niveau_3",
           "transferts.valider_niveau_4", "transferts.reinitialiser_validation", "administration.toutes_regions"},
    ),
    "ROLE_SUPERVISEUR": (
        "Superviseur",
        (AGENT - {"transferts.valider_niveau_1"})
        | {"registre.valider", "registre.scorer", "registre.supprimer", "transferts.valider_niveau_2",
           "transferts.rapprocher", "plaintes.gerer_equipes"},
    ),
    "ROLE_AGENT": ("Agent", AGENT),
    "ROLE_ENQUETEUR": ("Enquêteur", FIELD),
    "ROLE_VBG": (
        "Référent VBG",
        frozenset({"geo.lire", "analyses.lire", "vbg.lire", "vbg.gerer", "vbg.voir_details", "vbg.voir_cas",
                   "vbg.importer", "plaintes.lire"}),
    ),
    "ROLE_USER": ("Utilisateur", READ),
}  # fmt: skip
