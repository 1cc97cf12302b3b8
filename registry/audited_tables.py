"""Declare which tables of the registry are audited and which are exempt.

Changes of heads, dwellings and members belong to the change history of their household.
"""

from typing import Final

from accounts.audit.api import AuditedTable

READ_HOUSEHOLDS, READ_CONTACTS = "registre.lire", "registre.voir_contacts"
# Null when the same statement deletes the household: the entry of the part then has the visibility of the household's
# own audit entry.
REGION_OF_HOUSEHOLD: Final = "(SELECT region_id FROM registry_menage WHERE id = {row}.menage_id)"
HOUSEHOLD: Final = AuditedTable(
    "registry_menage",
    "menage",
    READ_HOUSEHOLDS,
    region="{row}.region_id",
    ignored=("updated_at", "date_analyse_qualite"),
    derived=("operation_creation",),
)
HEAD: Final = AuditedTable(
    "registry_chef_menage",
    "chef_menage",
    READ_HOUSEHOLDS,
    key="menage_id",
    object="menage_id",
    root="menage_id",
    region=REGION_OF_HOUSEHOLD,
    guarded=dict.fromkeys(("telephone", "numero_mobile_money", "compte_bancaire"), READ_CONTACTS),
)
DWELLING: Final = AuditedTable(
    "registry_logement",
    "logement",
    READ_HOUSEHOLDS,
    key="menage_id",
    object="menage_id",
    root="menage_id",
    region=REGION_OF_HOUSEHOLD,
)
MEMBER: Final = AuditedTable(
    "registry_membre_menage", "membre", READ_HOUSEHOLDS, root="menage_id", region=REGION_OF_HOUSEHOLD
)
AUDITED_TABLES: Final = (
    HOUSEHOLD,
    HEAD,
    DWELLING,
    MEMBER,
    AuditedTable("registry_projet", "projet", READ_HOUSEHOLDS),
    AuditedTable("registry_campagne", "campagne", READ_HOUSEHOLDS),
    AuditedTable("registry_organisation", "organisation", READ_HOUSEHOLDS),
    AuditedTable("registry_reference", "reference", "administration.references"),
    AuditedTable("registry_variante_nom", "variante_nom", "administration.references"),
    AuditedTable(
        "registry_visite_sante", "visite_sante", READ_HOUSEHOLDS, root="menage_id", region=REGION_OF_HOUSEHOLD
    ),
    AuditedTable(
        "registry_mesure_accompagnement",
        "mesure_accompagnement",
        READ_HOUSEHOLDS,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
    ),
    AuditedTable(
        "registry_menage_photo", "photo_menage", READ_HOUSEHOLDS, root="menage_id", region=REGION_OF_HOUSEHOLD
    ),
    AuditedTable("registry_pmt_methode", "pmt_methode", READ_HOUSEHOLDS),
    AuditedTable(
        "registry_mouvement_collecte",
        "mouvement_collecte",
        READ_HOUSEHOLDS,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
    ),
    # Every analysis finds the pairs again; only people's decisions about them are audited.
    AuditedTable(
        "registry_doublon",
        "doublon",
        READ_HOUSEHOLDS,
        root="menage_a_id",
        region="(SELECT region_id FROM registry_menage WHERE id = {row}.menage_a_id)",
        ignored=("score", "niveaux", "apports", "modele", "empreinte", "detecte_le", "empreinte_decision"),
        verbs=("update",),
    ),
)
UNAUDITED_TABLES: Final = {
    "registry_doublon_fiche": "derived from households, for comparing them",
    "registry_doublon_partage": "derived from households",
    "registry_fusion": "is itself the record of what was done; the rows that it moved and deleted are audited",
    "registry_menage_ancien": "written and deleted by merges",
    "registry_collecte_recu": "what was received; applying it is an audited operation",
    "registry_collecte_curseur": "how far a form has been read",
    "registry_import_correspondance": "what one user prefers; the import that used it is audited",
    "registry_qualite_tally": "sums, computed anew by a job",
    "registry_menage_tally": "sums, kept by a trigger",
    "registry_menage_cell": "sums, kept by a trigger",
    "registry_code_counter": "a counter",
}
