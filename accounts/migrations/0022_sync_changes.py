"""Keep the ids of changed rows for clients that sync."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0022_sync_changes.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_restricted_services")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
