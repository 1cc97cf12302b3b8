"""Keep the list of regions beside each user equal to the links."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0005_regions_of_users.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0004_map_layers"), ("accounts", "0005_regions_of_users")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
