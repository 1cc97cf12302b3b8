"""Tell clients that sync of changed areas."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0041_synced_areas.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0031_thin_faces"), ("accounts", "0022_sync_changes")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
