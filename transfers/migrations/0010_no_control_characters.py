"""Texts that were written while control characters were let in: a spreadsheet with one of them cannot be opened."""

from django.db import migrations

from config.controls import remove_controls

TABLES = (
    "transfers_programme", "transfers_beneficiaire", "transfers_document_identite", "transfers_suivi",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("transfers", "0009_map_cells")]
    operations = [migrations.RunSQL(remove_controls(*TABLES), migrations.RunSQL.noop)]
