"""Forget the raw answers of a household that is deleted."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0010_submissions_of_deleted_households.sql")


class Migration(migrations.Migration):
    dependencies = [("registry", "0009_name_keys")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
