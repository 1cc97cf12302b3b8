"""Traces that turn only what differs into JSON (decision 0018)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from accounts.audited_tables import AUDITED_TABLES as TRAILS

# A later table has a migration of its own.
TABLES = (
    "accounts_user", "accounts_role", "accounts_role_grant", "accounts_role_incompatibility",
    "accounts_webhook_endpoint", "accounts_stored_file",
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_deposits")]
    operations = [migrations.RunSQL(track(TRAILS, *TABLES), migrations.RunSQL.noop)]
