"""The triggers that audit programmes (decision 0018)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.audited_tables import AUDITED_TABLES


class Migration(migrations.Migration):
    dependencies = [("transfers", "0001_initial"), ("accounts", "0008_audit")]
    operations = [migrations.RunSQL(track(AUDITED_TABLES, "transfers_programme"), migrations.RunSQL.noop)]
