"""Let one statement reserve an Idempotency-Key, do the work and store its answer."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0320_answers_of_statements.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0050_saved_views")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
