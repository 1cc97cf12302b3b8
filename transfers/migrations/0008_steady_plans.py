"""Traces whose plans suit one row as well as many (decision 0036)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES

TABLES = (
    "transfers_programme", "transfers_programme_region", "transfers_beneficiaire", "transfers_document_identite",
    "transfers_suivi",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("transfers", "0007_programme_definition"), ("accounts", "0014_sealing_in_sets")]
    operations = [migrations.RunSQL(track(AUDITED_TABLES, *TABLES), migrations.RunSQL.noop)]
