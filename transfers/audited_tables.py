"""Declare which tables of transfers are audited.

Beneficiaries and their records belong to the change history of the household.
"""

from typing import Final

from accounts.audit.api import AuditedTable
from registry.audited_tables import READ_CONTACTS, REGION_OF_HOUSEHOLD

READ_PERMISSION: Final = "transferts.lire"
AUDITED_TABLES: Final = (
    AuditedTable("transfers_programme", "programme", READ_PERMISSION),
    # The regions of a programme are part of its change history.
    AuditedTable(
        "transfers_programme_region", "region_programme", READ_PERMISSION, object="programme_id", root="programme_id"
    ),
    AuditedTable(
        "transfers_beneficiaire",
        "beneficiaire",
        READ_PERMISSION,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
        guarded=dict.fromkeys(("telephone", "compte_mobile", "compte_bancaire", "numero_op_b"), READ_CONTACTS),
    ),
    AuditedTable(
        "transfers_document_identite",
        "document_identite",
        READ_PERMISSION,
        root="menage_id",
        region=REGION_OF_HOUSEHOLD,
        guarded={"numero_document": READ_CONTACTS},
    ),
    AuditedTable("transfers_suivi", "suivi", READ_PERMISSION, root="menage_id", region=REGION_OF_HOUSEHOLD),
)
UNAUDITED_TABLES: Final = {"transfers_beneficiaire_cell": "sums, kept by triggers"}
