"""Create the append-only table of audit entries (decision 0018)."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0006_audit_log.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_regions_of_users")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
