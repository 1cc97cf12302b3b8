"""Texts that were written while control characters were let in: a spreadsheet with one of them cannot be opened."""

from django.db import migrations

from config.controls import remove_controls

TABLES = (
    "accounts_user", "accounts_role", "accounts_role_incompatibility", "accounts_webhook_endpoint", "accounts_notification", "accounts_stored_file",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_ended_jobs_forget")]
    operations = [migrations.RunSQL(remove_controls(*TABLES), migrations.RunSQL.noop)]
