"""Tell clients that sync of changed households and members."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0021_synced_households.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0011_audited_tables"), ("accounts", "0022_sync_changes")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
