"""Make tiles of localities old when their secteur moves to another region."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0061_moved_sectors.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0041_synced_areas")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
