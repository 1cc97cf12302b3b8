"""Count a change of the layers of beneficiaries and payments only when it shows on the map."""

from django.db import migrations

from config.sql import Queries

SQL = Queries(__file__, "0191_shown_changes.sql")


class Migration(migrations.Migration):
    dependencies = [("transfers", "0180_entries_of_a_payment")]
    operations = [migrations.RunSQL(SQL["forwards"], SQL["backwards"])]
