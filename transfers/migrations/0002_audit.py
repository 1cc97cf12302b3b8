"""The triggers that audit programmes (decision 0018)."""

from django.db import migrations

from accounts.audit.tables.triggers import build_audit_triggers as track
from transfers.trails import TRAILS


class Migration(migrations.Migration):
    dependencies = [("transfers", "0001_initial"), ("accounts", "0008_audit")]
    operations = [migrations.RunSQL(track(TRAILS, "transfers_programme"), migrations.RunSQL.noop)]
