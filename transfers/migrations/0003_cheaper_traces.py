"""Traces that turn only what differs into JSON (decision 0018), in the last of the apps: nothing compares whole rows now."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES

UNUSED = "DROP FUNCTION accounts_audit_difference(jsonb, jsonb)"


class Migration(migrations.Migration):
    dependencies = [
        ("transfers", "0002_audit"),
        ("accounts", "0012_cheaper_traces"),
        ("geo", "0006_cheaper_traces"),
        ("registry", "0017_cheaper_traces"),
    ]
    operations = [
        migrations.RunSQL(track(AUDITED_TABLES, "transfers_programme"), migrations.RunSQL.noop),
        migrations.RunSQL(UNUSED, migrations.RunSQL.noop),
    ]
