"""Say whether a place lies far from the areas that it is said to be in."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0030_far_places.sql")


class Migration(migrations.Migration):
    dependencies = [("geo", "0008_middles_once")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
