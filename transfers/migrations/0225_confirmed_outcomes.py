"""Keep what two people decided about an unknown payment."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0225_confirmed_outcomes.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0218_evaluations_of_households")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
