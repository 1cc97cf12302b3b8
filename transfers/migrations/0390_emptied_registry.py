"""Forget which changes the profiles hold when a table that they copy is emptied."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0390_emptied_registry.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0380_household_profiles"), ("registry", "0390_parts_that_left")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
