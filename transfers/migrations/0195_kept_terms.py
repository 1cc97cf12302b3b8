"""Define once, in the database, when a complaint has kept its term."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0195_kept_terms.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0193_complaint_load")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
