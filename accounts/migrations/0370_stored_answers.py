"""Store the answer of a statement together with its key, in one row written once."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0370_stored_answers.sql")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0360_refresh_keys")]

    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
